import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { trials } from "../support/trials.ts"
import { linkEndpoints } from "./link.ts"
import { fuzzEndpoint, makeTokens } from "./link-endpoints.ts"
import { openProbe, type Probe } from "./probe.ts"
import { makeWorld, type World } from "./world.ts"

let world: World
let probe: Probe
let tokens: string[]
beforeAll(async () => {
  world = await makeWorld({ book: true, trustProxyHops: 1 })
  tokens = await makeTokens(world)
  probe = await openProbe(world, world.service.bookUrl!)
})
afterAll(async () => {
  probe.close()
  await world.service.stop()
})

const runs = trials(320)

describe("GE-01 GE-04 LK-01 any input to a link's endpoints: an answer as declared, no 500, and no change by a refusal", () => {
  for (const [nth, { method, path }] of linkEndpoints(0, 0).entries()) {
    it(`${method} ${path}`, async () => {
      const endpoint = linkEndpoints(world.story.benId, world.story.locationId)[nth]!
      const { succeeded, refusal } = await fuzzEndpoint(probe, endpoint, tokens, runs)
      expect(succeeded, refusal).toBeGreaterThan(0)
    })
  }
})
