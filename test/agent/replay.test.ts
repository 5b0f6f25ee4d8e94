/** Conversations from the first word to the last, as the agent platform has them. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { agentTools } from "../../src/http/agent-api/tools.ts"
import { startService, type TestService } from "../support/service.ts"
import { type PlayedCarrier, playCarrier } from "../support/texts.ts"
import { conversations } from "./conversations/index.ts"
import { play } from "./player.ts"
import { platformNumber, start } from "./world.ts"

let service: TestService
let carrier: PlayedCarrier

beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({ now: start, texts: carrier, platformSmsNumber: platformNumber })
})
afterAll(() => service.stop())

it.each(conversations)("$name", (script) => play({ service, carrier }, script))

it("AG-05 there are conversations enough, and together they call every tool", () => {
  expect(new Set(conversations.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40)
  const called = new Set(
    conversations.flatMap(({ steps }) => steps.flatMap((step) => ("tool" in step ? [step.tool] : []))),
  )
  expect([...called].sort()).toEqual(agentTools.map(({ tool }) => tool.name).sort())
})
