import { expect, it } from "vitest"
import { notedStatements } from "../../test/support/noted-statements.ts"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"

shareOneStory()

const bookAt = (start_time: string) =>
  service.api("POST", "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time,
  })

it("PM-09 a plain booking sends fifteen statements, and waits for one answer before it writes", async () => {
  await bookAt("2027-03-02T15:00:00.000Z")
  const { texts, roundTrips } = await notedStatements(service, () => bookAt("2027-03-03T15:00:00.000Z"))
  expect(texts.length).toBeLessThanOrEqual(15)
  expect(roundTrips).toBe(1)
})

it("PM-09 a plain search sends one statement", async () => {
  const search = () =>
    service.api("POST", "/slots", {
      appointment_type_id: story.typeId,
      location_id: story.locationId,
      start_date: "2027-03-02",
      end_date: "2027-03-05",
    })
  await search()
  const { texts, roundTrips } = await notedStatements(service, search)
  expect([texts.length, roundTrips]).toEqual([1, 1])
})
