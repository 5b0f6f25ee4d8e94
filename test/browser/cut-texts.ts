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
  const isReadOut = (element) => element !== null && (getComputedStyle(element).clipPath === "inset(50%)" || isReadOut(element.parentElement))
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
    if (text.data.trim() === "" || holder.closest(".said, script, style, noscript, option") || !shows(holder) || isReadOut(holder)) continue
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

/** Headings, heads of tables, labels, buttons, tabs and zones: what must be read at one look. */
const signs =
  "h1, h2, h3, th, label, legend, summary, dt, .zone, .button, button, [role=tab], .bar a, nav a, .stacks .subject"

/**
 * The signs of a page that can't be read at one look, at its present width: text that ends outside of its shown part, to
 * the side or below, a word that is torn over two lines, a button of more than two. What people typed may be shortened: `typed`
 * is a text that only such names hold.
 */
const illegible = (typed: string) => `(() => {
  const shows = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const frameOf = (element, clips) => {
    let frame = element
    while (frame !== null && !clips(getComputedStyle(frame))) frame = frame.parentElement
    return frame
  }
  const hides = (overflow) => overflow === "hidden" || overflow === "clip"
  const found = new Set()
  const linesOf = (range) =>
    [...range.getClientRects()].filter(({ width }) => width > 0).reduce((lines, { top, bottom }) => {
      const middle = (top + bottom) / 2
      if (!lines.some((line) => Math.abs(line - middle) < (bottom - top) / 2)) lines.push(middle)
      return lines
    }, [])
  for (const sign of document.querySelectorAll(${JSON.stringify(signs)})) {
    if (!shows(sign) || sign.closest(".said, .skip, noscript")) continue
    const walker = document.createTreeWalker(sign, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const holder = text.parentElement
      if (text.data.trim() === "" || text.data.includes(${JSON.stringify(typed)})) continue
      if (!shows(holder) || holder.closest(".said, select, option")) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      // What is a dot by its style is only read out.
      const isDot = ({ width, height }) => width <= 2 && height <= 2
      if (isDot(holder.getBoundingClientRect())) continue
      const sideways = frameOf(holder, ({ overflowX }) => overflowX !== "visible")
      if (sideways === null || hides(getComputedStyle(sideways).overflowX)) {
        const { left, right } = sideways?.getBoundingClientRect() ?? { left: 0, right: innerWidth }
        if (box.left < left - 1 || box.right > right + 1) found.add("cut: " + text.data.trim())
      }
      const downwards = frameOf(holder, ({ overflowY }) => overflowY !== "visible")
      if (downwards !== null && hides(getComputedStyle(downwards).overflowY)) {
        const { top, bottom } = downwards.getBoundingClientRect()
        if (box.bottom > bottom + 2 || box.top < top - 2) found.add("cut below: " + text.data.trim())
      }
      for (const { index, 0: word } of text.data.matchAll(/[\\p{L}\\p{N}’']+/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (linesOf(range).length > 1) found.add("torn: " + word + " in " + text.data.trim())
      }
    }
    if (sign.matches(".button") && !sign.textContent.includes(${JSON.stringify(typed)})) {
      const range = document.createRange()
      range.selectNodeContents(sign)
      if (linesOf(range).length > 2) found.add("over many lines: " + sign.textContent.trim())
    }
  }
  return [...found]
})()`

export async function expectLegible(page: Page, state: string, typed: string): Promise<void> {
  await page.evaluate(twoFrames)
  const found = await page.evaluate<string[]>(illegible(typed))
  expect(found.join("; "), state).toBe("")
}
