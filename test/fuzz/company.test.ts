import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { trials } from "../support/trials.ts"
import { callRightly, fuzzMount, mountsInOrder } from "./company.ts"
import { openProbe, type Probe } from "./probe.ts"
import { makeWorld, type World } from "./world.ts"

let world: World
let probe: Probe
beforeAll(async () => {
  world = await makeWorld()
  probe = await openProbe(world, world.service.apiUrl)
})
afterAll(async () => {
  probe.close()
  await world.service.stop()
})

const runs = trials(32)

/** The calls that take a user's session, or the token of a reset link, and no key. */
const closedToKeys = /^(DELETE \/sessions$|\w+ \/users\/me(\/|$)|POST \/password-resets$|POST \/undo\/)/

/** Ids kept in lists, which no foreign key watches. */
const strangers = `
SELECT (SELECT count(*)::int FROM appointment_type t, unnest(t.location_ids) AS named (id)
    WHERE NOT EXISTS (SELECT FROM location l WHERE l.company_id = t.company_id AND l.id = named.id)) AS locations,
  (SELECT count(*)::int FROM webhook_endpoint w, unnest(w.appointment_type_ids) AS named (id)
    WHERE NOT EXISTS (SELECT FROM appointment_type t WHERE t.company_id = w.company_id AND t.id = named.id)) AS types`

describe("GE-01 GE-02 GE-05 GE-06 any input: an answer as declared, no 500, and no change by a refusal", () => {
  const untouched: string[] = []
  const reached = new Set<string>()

  it("GE-01 right requests first, one of each mount that has one", async () => {
    for (const mount of mountsInOrder) {
      const { sent, succeeded, refusal } = await callRightly(world, probe, mount)
      if (succeeded > 0) reached.add(mount.operation.name)
      else if (sent > 0) untouched.push(refusal)
    }
  })

  for (const mount of mountsInOrder) {
    const title = `${mount.method} ${mount.path}`
    it(title, async () => {
      const { succeeded, refusal } = await fuzzMount(world, probe, mount, runs)
      const isReached = succeeded > 0 || reached.has(mount.operation.name) || closedToKeys.test(title)
      if (!isReached) untouched.push(refusal)
    })
  }

  it("reaches success wherever a key may, so that answers were judged and not refusals alone", () => {
    expect(untouched, "give them a right request in right.ts").toEqual([])
  })

  it("GE-05 leaves no record that names another company's", async () => {
    const [found] = await world.service.context.db.query(strangers)
    expect(found).toEqual({ locations: 0, types: 0 })
  })
})
