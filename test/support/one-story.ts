/**
 * A company's story on one service for all tests of a file. Every test file has a copy of this module to itself.
 */
import { afterAll, beforeAll } from "vitest"
import { startService, type TestService } from "./service.ts"
import { type Story, tellStory } from "./story.ts"

export let service: TestService
export let story: Story

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
})
afterAll(() => service.stop())
