/** The stage of one test file, and the one visitor of the test that runs. */
import type { Page } from "playwright-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import { type EmbedStage, type OpenOptions, openEmbedStage, type Visitor } from "./embed-stage.ts"

export let stage: EmbedStage
export let visitor: Visitor
export let page: Page

/** Called once at the top of a test file. After each of its tests the visitor leaves. */
export function setStage(): void {
  beforeAll(async () => {
    stage = await openEmbedStage()
  })
  afterAll(() => stage.stop())
  afterEach(() => visitor.close())
}

export async function open(url: string, options?: OpenOptions): Promise<void> {
  visitor = await stage.open(url, options)
  page = visitor.page
}
