/** FX-17: the page about attackers' addresses names each line of TR once, and tests that bear its id. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "./support/source-files.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const page = read("docs/two-addresses.md")
const [withTwo = "", rest = ""] = page.split("## The victim sends nothing")
const [withoutTwo = ""] = rest.split("## What someone elsewhere")
const rows = [...withTwo.matchAll(/^\| ((?:TR|SE)-\d\d) \|.*`(test\/[\w/-]+\.test\.ts)` \|$/gm)]
const linesIn = (text: string) => [...text.matchAll(/\bTR-\d\d\b/g)].map(([id]) => id)

it("FX-17 the page names each line of TR once: with two addresses, without a second caller, or without an attacker", () => {
  const lines = [...read("docs/requirements.md").matchAll(/^- (TR-\d\d) /gm)].map(([, id]) => id!)
  expect(lines.length).toBeGreaterThan(60)
  const named = [...rows.map(([, id]) => id!).filter((id) => id.startsWith("TR-")), ...linesIn(withoutTwo)]
  expect(named.sort()).toEqual(lines.sort())
})

it("FX-17 each test that the page names for two addresses has such a title", () => {
  expect(rows.length).toBeGreaterThan(8)
  const without = rows.filter(([, id, path]) => {
    const titles = [...read(path!).matchAll(/\bit(?:\.each\(.*\))?\(\s*"([^"]*FX-17[^"]*)"/g)]
    const isOfTable = path === "test/attacks/attack-table.test.ts"
    return !titles.some(([, title]) => isOfTable || title!.includes(id!))
  })
  expect(without).toEqual([])
})
