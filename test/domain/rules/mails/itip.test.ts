import { expect, it } from "vitest"
import { type ItipEvent, itipText } from "../../../../domain/rules/mails/itip.ts"

const event: ItipEvent = {
  ...{ method: "REQUEST", uid: "a1@book.example", sequence: 2, updatedAt: new Date("2027-03-01T12:00:00Z") },
  ...{ timezone: "America/Chicago", summary: "Heating check", description: null, location: null },
  blocks: [
    {
      start_time: "2027-03-10T15:00:00.000Z",
      end_time: "2027-03-10T16:00:00.000Z",
    },
  ],
  organizer: { name: "Harbour Heating", address: "mail@harbour.example" },
  attendee: { name: "Sam Poe", address: "sam@example.com" },
}

it("TQ-02 an invitation's SEQUENCE begins at 0 and grows with each version, on the clock of the place", () => {
  expect(itipText({ ...event, sequence: 0 })).toContain("\r\nSEQUENCE:0\r\n")
  expect(itipText(event)).toContain("\r\nSEQUENCE:2\r\n")
  expect(itipText(event)).toContain("\r\nDTSTART;TZID=America/Chicago:20270310T090000\r\n")
  expect(itipText(event)).toContain("\r\nDTEND;TZID=America/Chicago:20270310T100000\r\n")
})

it("TQ-02 the days of a job stand in one event, and a day of another length overrides its own", () => {
  const dayOf = (date: string, end: string) => ({
    start_time: `${date}T15:00:00.000Z`,
    end_time: `${date}T${end}:00.000Z`,
  })
  const eventsOf = (text: string) => text.match(/BEGIN:VEVENT/g)!.length
  const alike = [dayOf("2027-03-10", "16:00"), dayOf("2027-03-11", "16:00")]
  expect(eventsOf(itipText({ ...event, blocks: alike }))).toBe(1)
  const longer = [...alike, dayOf("2027-03-12", "18:00")]
  expect(eventsOf(itipText({ ...event, blocks: longer }))).toBe(2)
})
