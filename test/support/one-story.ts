/** A company's story on one service for all tests of a file. */
import { afterAll, beforeAll } from "vitest"
import { startService, type TestService } from "./service.ts"
import { type Story, tellStory } from "./story.ts"

export let service: TestService
export let story: Story

/** Called once at the top of a test file: `service` and `story` are that file's own from its first test to its last. */
export function shareOneStory(): void {
  beforeAll(async () => {
    service = await startService()
    story = await tellStory(service)
  })
  afterAll(() => service.stop())
}
