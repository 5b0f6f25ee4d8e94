/** The stage of one test file, and the one visitor of the test that runs. */
import type { Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { alive, type Visitor, type VisitorOptions } from "./browser.ts"
import { openPublicPageStage, type PublicPageStage } from "./public-page-stage.ts"

export let stage: PublicPageStage
let visitor: Visitor
export let page: Page

/**
 * Called once at the top of a test file. After each of its tests the visitor leaves, and nothing may have broken a rule of
 * every page.
 */
export function setStage(options: Parameters<typeof openPublicPageStage>[0] = {}): void {
  beforeAll(async () => {
    stage = await openPublicPageStage(options)
  })
  afterAll(() => stage.stop())

  afterEach(async () => {
    const { complaints } = visitor
    await visitor.close()
    expect(complaints).toEqual([])
  })
}

/** The page has come to life, where it has a script. */
export async function open(options?: VisitorOptions): Promise<void> {
  visitor = await stage.open(options)
  page = visitor.page
  if (options?.javaScriptEnabled !== false) await alive(page)
}
