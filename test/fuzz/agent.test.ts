import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { make } from "../support/story.ts"
import { trials } from "../support/trials.ts"
import { fuzzTool, makeSessions } from "./agent.ts"
import { openProbe, type Probe } from "./probe.ts"
import { makeWorld, type World } from "./world.ts"

let world: World
let probe: Probe
let sessions: string[]
beforeAll(async () => {
  world = await makeWorld()
  sessions = await makeSessions(world)
  await make(world.service, "/channels", { kind: "sms", phone: "+15125550194" })
  await world.refresh()
  probe = await openProbe(world, world.service.apiUrl)
})
afterAll(async () => {
  probe.close()
  await world.service.stop()
})

const runs = trials(32)
/** Needs the code that was texted. */
const unreached = "confirm_contact"

describe("GE-01 AG-03 any input to the agent's tools: an answer as declared, no 500, and no change by a refusal", () => {
  for (const mount of agentTools) {
    it(`${mount.method} ${mount.path}`, async () => {
      const { succeeded, refusal } = await fuzzTool(world, probe, mount, sessions, runs)
      if (mount.tool.name !== unreached) expect(succeeded, refusal).toBeGreaterThan(0)
    })
  }
})
