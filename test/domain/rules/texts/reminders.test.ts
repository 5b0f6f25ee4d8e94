import { expect, it } from "vitest"
import { reminderDue } from "../../../../domain/rules/texts/reminders.ts"

const startAt = new Date("2027-03-10T15:00:00Z")
const hoursBefore = (hours: number) => startAt.getTime() - hours * 3_600_000
const booked = { startAt, lastEventAt: new Date("2027-02-01T00:00:00Z") }
const due = (now: number, lastEventAt = booked.lastEventAt) =>
  reminderDue([48, 2], { startAt, lastEventAt }, now)

it("TQ-02 the reminder whose time came last is due for a day, and none from the start on", () => {
  expect(due(hoursBefore(48) - 1)).toBeNull()
  expect(due(hoursBefore(48))).toBe(48)
  expect(due(hoursBefore(24) - 1)).toBe(48)
  expect(due(hoursBefore(24))).toBeNull()
  expect(due(hoursBefore(2))).toBe(2)
  expect(due(startAt.getTime() - 1)).toBe(2)
  expect(due(startAt.getTime())).toBeNull()
})

it("TQ-02 none is due of what was booked or moved after its time", () => {
  expect(due(hoursBefore(47), new Date(hoursBefore(48)))).toBe(48)
  expect(due(hoursBefore(47), new Date(hoursBefore(48) + 1))).toBeNull()
})
