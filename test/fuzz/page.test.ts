import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { trials } from "../support/trials.ts"
import { fuzzPage, openPageStage, type PageStage, pagePaths } from "./page.ts"
import { openProbe, type Probe } from "./probe.ts"
import { makeWorld, type World } from "./world.ts"

let world: World
let stage: PageStage
let probe: Probe
beforeAll(async () => {
  world = await makeWorld({ book: true, trustProxyHops: 1 })
  stage = await openPageStage(world)
  probe = await openProbe(world, world.service.bookUrl!)
})
afterAll(async () => {
  probe.close()
  await world.service.stop()
})

const runs = trials(64)

describe("GE-01 GE-04 PB-04 any input to a page's endpoints: an answer as declared, no 500, and no change by a refusal", () => {
  for (const [nth, path] of pagePaths.entries()) {
    it(`/api/pages/:slug${path}`, async () => {
      const { succeeded, refusal } = await fuzzPage(probe, stage.endpoints[nth]!, stage.tokens, runs)
      expect(succeeded, refusal).toBeGreaterThan(0)
    })
  }
})
