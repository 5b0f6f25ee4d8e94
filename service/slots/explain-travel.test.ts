/** Explanations of drives, and of records that stand in the way twice. */
import { expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { makeCustomer, makeProvider, makeType, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Fields = Record<string, unknown>
const post = (path: string, body: Fields) => service.api("POST", path, body)
/** A minute for each kilometre, and five to set up. */
const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 5 }

/** A customer who lives so many kilometres north of Downtown. */
const customerAt = (km: number) =>
  makeCustomer(service, {
    address: {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27 + km / 111.195, longitude: -97.74 },
    },
  })

/** A type at the customer's, and a provider of the test's own who works from 15:00 to 23:00 UTC. */
async function onTheRoad(type: Fields = {}) {
  const typeId = await makeType(service, { name: "Repair", place: "at_customer", ...type })
  const providerId = await makeProvider(service, {
    ...{
      name: "Gil Novak",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
      travel,
    },
  })
  const visit = async (customer_id: number, time: string) => {
    const { status, body } = await post("/appointments", {
      ...{ customer_id, appointment_type_id: typeId, provider_id: providerId, override_eligibility: true },
      start_time: `2027-03-02T${time}:00.000Z`,
    })
    expect([status, body.error]).toEqual([201, undefined])
    return body.data.id as number
  }
  const why = async (customer_id: number, time: string) => {
    const { body } = await post("/slots/explain", {
      ...{ appointment_type_id: typeId, provider_id: providerId, customer_id },
      start_time: `2027-03-02T${time}:00.000Z`,
    })
    return body.data.starts[0].reasons as { code: string; message: string; causes: Fields[]; lift: string }[]
  }
  return { visit, why, providerId }
}

it("RE-03 names the visit before and the way home, each with its own minutes and direction", async () => {
  const { visit, why, providerId } = await onTheRoad()
  const id = await visit(await customerAt(-60), "20:00")
  const [reason, ...more] = await why(await customerAt(40), "21:30")
  expect(more).toEqual([])
  expect(reason!.causes).toMatchObject([
    { kind: "appointment", id, leg: "from_visit", value: 105 },
    { kind: "provider", id: providerId, leg: "way_home", value: 40 },
  ])
  expect(reason).toMatchObject({
    code: "unreachable",
    message:
      "There is too little time to drive: Gil Novak needs an hour and 45 minutes to get there from the visit before and " +
      "40 minutes to get home at the end of the day.",
    lift: "Move the visit next to it and give Gil Novak longer hours or a nearer start, or book with staff judgement.",
  })
})

it("RE-03 names the way out with its set up, and both ways where the day is too short", async () => {
  const { why } = await onTheRoad()
  const causes = async (km: number, time: string) =>
    (await why(await customerAt(km), time)).flatMap((reason) => reason.causes)
  expect(await causes(40, "15:30")).toMatchObject([{ leg: "way_out", value: 45 }])
  expect(await causes(40, "21:30")).toMatchObject([{ leg: "way_home", value: 40 }])
  expect(await causes(230, "18:30")).toMatchObject([
    { leg: "way_out", value: 235 },
    { leg: "way_home", value: 230 },
  ])
})

it("RE-03 names the visit that is too far once the one beside the job has moved", async () => {
  const { visit, why } = await onTheRoad()
  const far = await visit(await customerAt(-120), "16:00")
  const beside = await visit(await customerAt(-60), "17:30")
  const [reason] = await why(await customerAt(40), "19:00")
  expect(reason!.causes).toMatchObject([
    { kind: "appointment", id: beside, leg: "from_visit", value: 105 },
    { kind: "appointment", id: far, leg: "from_visit", value: 165 },
  ])
  expect(reason!.lift).toBe("Move the visits next to it, or book with staff judgement.")
})

it("RE-06 an appointment that is in the way, too far, and one too many of its day is one cause of all three", async () => {
  const { visit, why } = await onTheRoad({ daily_limit: 1 })
  const id = await visit(await customerAt(20), "18:00")
  const reasons = await why(await customerAt(20), "17:30")
  expect(reasons.map(({ code }) => code)).toEqual(["unreachable", "appointment", "daily_limit"])
  expect(reasons.map(({ causes }) => causes)).toMatchObject([
    [{ kind: "appointment", id, leg: "to_visit", also: ["appointment", "daily_limit"] }],
    [{ kind: "appointment", id, also: ["unreachable", "daily_limit"] }],
    [{ kind: "appointment", id, value: 1, also: ["appointment", "unreachable"] }],
  ])
  expect(reasons[2]).toMatchObject({ lift: "Move or cancel the appointment." })
})
