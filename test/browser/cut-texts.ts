/** Finds text that a reader cannot see to its end. */
import type { Page } from "playwright-core"
import { expect } from "vitest"

const everyWidth = [320, 360, 390, 480, 600, 768, 1024, 1200, 1440]

/** Texts within the elements of a selector that end outside of what is shown of them, or beside the page. What is only read out is none, nor what can be scrolled to. */
const cutTexts = (
  within: string,
) => `[...document.querySelectorAll(${JSON.stringify(within)})].flatMap((root) => {
  const shows = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const clips = (element) => getComputedStyle(element).overflowX !== "visible"
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX)
  const reachOf = (element) => {
    const { left, right } = element.getBoundingClientRect()
    if (!scrolls(element)) return { left, right }
    return { left: left - element.scrollLeft, right: left - element.scrollLeft + element.scrollWidth }
  }
  const found = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const holder = text.parentElement
    if (text.data.trim() === "" || holder.closest(".said, script, style, noscript, option") || !shows(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    let frame = holder
    while (frame !== document.body && !clips(frame)) frame = frame.parentElement
    const bounds = frame === document.body ? { left: 0, right: innerWidth } : reachOf(frame)
    if (left < bounds.left - 1 || right > bounds.right + 1) found.push(text.data.trim())
  }
  return found
})`

const twoFrames = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"

/** At every width that people have. */
export async function expectNothingCut(
  page: Page,
  state: string,
  { within = "body", widths = everyWidth }: { within?: string; widths?: readonly number[] } = {},
): Promise<void> {
  const before = page.viewportSize()!
  const cut: Record<string, string[]> = {}
  for (const width of widths) {
    await page.setViewportSize({ width, height: before.height })
    await page.evaluate(twoFrames)
    const found = await page.evaluate<string[]>(cutTexts(within))
    if (found.length > 0) cut[`${state} at ${width} px`] = found
  }
  await page.setViewportSize(before)
  expect(cut).toEqual({})
}
