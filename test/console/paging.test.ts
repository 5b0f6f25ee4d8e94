/** From page to page of a list. */
import { renderToString } from "preact-render-to-string"
import { afterAll, beforeAll, expect, it, vi } from "vitest"

type Shown = typeof import("../../console/parts/paging.tsx")
let Paging: Shown["Paging"]
beforeAll(async () => {
  // The router reads the address as it is loaded.
  vi.stubGlobal("location", { pathname: "/console/customers", search: "", href: "" })
  vi.stubGlobal("addEventListener", () => {})
  ;({ Paging } = await import("../../console/parts/paging.tsx"))
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const words = { first: "To the first", more: "More" }
function buttons(cursor: string | null, next: string | null): string[] {
  const shown = Paging({ cursor, next, words })
  const html = shown === null ? "" : renderToString(shown)
  return [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text!)
}

it("TQ-06 the way back to the first page is on every page but the first, the way on on every page but the last", () => {
  expect(buttons(null, null)).toEqual([])
  expect(buttons(null, "c2")).toEqual(["More"])
  expect(buttons("c2", "c3")).toEqual(["To the first", "More"])
  expect(buttons("c3", null)).toEqual(["To the first"])
})
