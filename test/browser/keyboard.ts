/** A page as it is used without a mouse. */
import type { Page } from "playwright-core"
import { expect } from "vitest"

/** The focused element: its label, else its id, else its words, whose spaces may be such as do not break. */
const focused = async (page: Page) => {
  const said = await page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') ?? (document.activeElement.id || document.activeElement.textContent)",
  )
  return said.replaceAll("\u00a0", " ")
}

/** Waits until what is wanted has the focus. */
export async function expectFocus(page: Page, wanted: string | RegExp): Promise<void> {
  const expected = typeof wanted === "string" ? wanted : expect.stringMatching(wanted)
  await expect.poll(() => focused(page)).toEqual(expected)
}

/** Presses Tab until the focus is on what is wanted. */
export async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab")
    if (wanted.test(await focused(page))) return
  }
  throw new Error(`Tab never reaches ${wanted}`)
}
