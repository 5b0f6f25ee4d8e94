/**
 * Harbour Heating on a service of its own for every test, with one number for calls and texts. Every test file has a copy
 * of this module to itself.
 */
import { afterEach, beforeEach } from "vitest"
import { openChannels } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

export let service: TestService
export let story: Story

beforeEach(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
})
afterEach(() => service.stop())
