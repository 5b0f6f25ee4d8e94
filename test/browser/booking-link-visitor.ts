/** The stage of one test file, and the one visitor of the test that runs. */
import type { Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import type { Link } from "../support/link.ts"
import { type BookingLinkStage, openBookingLinkStage } from "./booking-link-stage.ts"
import type { Visitor, VisitorOptions } from "./browser.ts"

export let stage: BookingLinkStage
export let visitor: Visitor
export let page: Page

/**
 * Called once at the top of a test file. After each of its tests the visitor leaves, what was booked is cancelled, and
 * nothing may have broken a rule of every page.
 */
export function setStage(): void {
  beforeAll(async () => {
    stage = await openBookingLinkStage()
  })
  afterAll(() => stage.stop())

  afterEach(async () => {
    const { complaints } = visitor
    await visitor.close()
    await stage.clear()
    expect(complaints).toEqual([])
  })
}

export async function open(link: Link, options?: VisitorOptions): Promise<void> {
  visitor = await stage.open(link, options)
  page = visitor.page
}
