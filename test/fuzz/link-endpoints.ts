/** Fuzzes the booking link's endpoints. */
import fc from "fast-check"
import { make } from "../support/story.ts"
import { fuzzSeed } from "./company.ts"
import { type LinkEndpoint, linkRequests } from "./link.ts"
import { type Counts, noCounts, type Probe } from "./probe.ts"
import type { World } from "./world.ts"

/** Tokens of links: one to book through, one that is booked, one that was replaced, and an appointment's own, and one of a waiting entry. */
export async function makeTokens(world: World): Promise<string[]> {
  const { service, story } = world
  const [open, booked, replaced] = [await openLink(world), await openLink(world), await openLink(world)]
  const choice = { providerId: story.benId, locationId: story.locationId }
  await fetch(`${service.bookUrl}/api/link/appointment`, {
    method: "POST",
    headers: { "x-booking-token": booked.token, "content-type": "application/json" },
    body: JSON.stringify({ ...choice, startTime: "2027-03-09T20:00:00.000Z" }),
  })
  await service.api("POST", `/scheduling-requests/${replaced.id}/booking-link/rotate`)
  return [open.token, booked.token, replaced.token, await ownLink(world), await waitingLink(world)]
}

async function waitingLink({ service, story }: World): Promise<string> {
  const { id: customer_id } = await make(service, "/customers", { name: "Robin Wait" })
  const wish = { customer_id, appointment_type_id: story.typeId, latest_date: "2027-04-10" }
  const { wait_url } = await make(service, "/waiting-entries", wish)
  return String(wait_url).split("/").at(-1)!
}

async function ownLink({ service, story }: World): Promise<string> {
  const { manage_url } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.benId,
    location_id: story.locationId,
    start_time: "2027-03-10T20:00:00.000Z",
  })
  return String(manage_url).split("/").at(-1)!
}

async function openLink({ service, story }: World): Promise<{ id: number; token: string }> {
  const { id: customer_id } = await make(service, "/customers", { name: "Robin Vale" })
  const wish = { customer_id, appointment_type_id: story.typeId, latest_date: "2027-04-10" }
  const { id, booking_url } = await make(service, "/scheduling-requests", wish)
  return { id, token: String(booking_url).split("/").at(-1)! }
}

/** Sends `runs` requests; throws with the seed and the request at the first answer that is wrong. */
export async function fuzzEndpoint(
  probe: Probe,
  endpoint: LinkEndpoint,
  tokens: readonly string[],
  runs: number,
  seed = fuzzSeed,
): Promise<Counts> {
  const counts = noCounts()
  const property = fc.asyncProperty(linkRequests(endpoint, tokens), (sending) =>
    probe.send(sending, { result: endpoint.answer, list: false }, counts),
  )
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true })
  return counts
}
