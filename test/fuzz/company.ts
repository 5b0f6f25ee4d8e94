/** Fuzzes the mounts of the company API, one at a time. */
import fc from "fast-check"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import type { Mount } from "../../service/ways-in/http/mount.ts"
import { seedFrom } from "../support/trials.ts"
import { type Counts, noCounts, type Probe } from "./probe.ts"
import { requestsFor, rightRequest } from "./requests.ts"
import type { World } from "./world.ts"

export const fuzzSeed = seedFrom(20_270_301)

/** Records that are made first can be read and changed before they are deleted, and parts are deleted before their whole. */
const order = ["POST", "GET", "PUT", "DELETE"]
export const mountsInOrder: readonly Mount[] = [...companyMounts].sort(
  (a, b) =>
    order.indexOf(a.method) - order.indexOf(b.method) || depthOf(b) - depthOf(a) || turnOf(a) - turnOf(b),
)

/**
 * Outreach before random cancels have reached its requests. Calendars after all that takes bookings: most that are connected
 * here are nowhere, and their providers not bookable. So are closed dates, which may be a whole year.
 */
function turnOf({ path }: Mount): number {
  if (/\/outreach(\/stop)?$/.test(path)) return -1
  return path.includes("/calendars") || path.startsWith("/company/time-off") ? 1 : 0
}

/** A refused sign-in is in the audit trail of the company whose user was tried. */
const countedIn = ({ operation }: Mount) => (operation.name === "create_session" ? ["audit"] : [])

function depthOf({ method, path }: Mount): number {
  return method === "DELETE" ? path.split("/").length : 0
}

/** Sends the right request of the mount, if it has one, before drawn ones change what it is about. */
export async function callRightly(world: World, probe: Probe, mount: Mount): Promise<Counts> {
  const counts = noCounts()
  const right = rightRequest(mount, world)
  if (right) await probe.send(right, { ...mount.operation, countedIn: countedIn(mount) }, counts)
  return counts
}

/** Sends `runs` drawn requests; throws with the seed and the request at the first answer that is wrong. */
export async function fuzzMount(
  world: World,
  probe: Probe,
  mount: Mount,
  runs: number,
  seed = fuzzSeed,
): Promise<Counts> {
  const counts = noCounts()
  const property = fc.asyncProperty(requestsFor(mount, world), (sending) =>
    probe.send(sending, { ...mount.operation, countedIn: countedIn(mount) }, counts),
  )
  // Not shrunk: what a request meets depends on those before it.
  const endOnFailure = true
  await fc.assert(property, {
    seed: seed + companyMounts.indexOf(mount),
    numRuns: runs,
    endOnFailure,
  })
  return counts
}
