/**
 * The console's styles: those of all parts end up in one document, so what one part says of a class must not reach another
 * part's elements.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const folder = join(import.meta.dirname, "../../web/console/styles")
/** What all parts build on; the board's filters and views are used by others too. */
const shared = ["base.css", "controls.css", "content.css", "shell.css"]
const lent = ["choice", "chosen", "segments"]

const selectorsIn = (file: string) =>
  [
    ...readFileSync(join(folder, file), "utf8")
      .replaceAll(/\/\*.*?\*\//gs, "")
      .matchAll(/([^{}]+)\{/g),
  ].flatMap(([, list]) => list!.split(",").map((selector) => selector.trim()))

it("a class that one part's styles set by itself is used by no other part's styles", () => {
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith(".css") && !shared.includes(file))
    .map((file) => ({ file, selectors: selectorsIn(file) }))
  expect(parts.length).toBeGreaterThan(5)
  const shownBy = new Map<string, string>()
  for (const { file, selectors } of parts)
    for (const selector of selectors) {
      const own = /^\.([\w-]+)$/.exec(selector)?.[1]
      if (own && !lent.includes(own)) shownBy.set(own, file)
    }
  const clashes = parts.flatMap(({ file, selectors }) =>
    selectors.filter((selector) =>
      [...selector.matchAll(/\.([\w-]+)/g)].some(([, each]) => (shownBy.get(each!) ?? file) !== file),
    ),
  )
  expect(clashes).toEqual([])
})
