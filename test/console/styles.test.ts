import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const folder = "console/styles"
/** The styles that every screen is built of. */
const shared = new Set(["tokens.css", "base.css", "controls.css", "shell.css", "content.css"])

const classesOf = (selector: string) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!)

/** The selectors of a sheet, but for print, where a screen may hide what stays around it. */
function selectorsOf(sheet: string): string[] {
  const text = readFileSync(join(folder, sheet), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")
  const onScreen = text.replace(/@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "")
  return [...onScreen.matchAll(/([^{};]+)\{/g)]
    .map(([, selectors]) => selectors!.trim())
    .filter((selectors) => !selectors.startsWith("@") && !/^(from|to|\d+%)/.test(selectors))
    .flatMap((selectors) => selectors.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
}

it("CN-14 a part's sheet styles only its own: each selector names a class that no other sheet has", () => {
  const sheets = readdirSync(folder).filter((file) => file.endsWith(".css"))
  const owners = new Map<string, Set<string>>()
  for (const sheet of sheets)
    for (const name of selectorsOf(sheet).flatMap(classesOf))
      owners.set(name, new Set([...(owners.get(name) ?? []), sheet]))
  const foreign = sheets
    .filter((sheet) => !shared.has(sheet))
    .flatMap((sheet) =>
      selectorsOf(sheet)
        .filter((selector) => !classesOf(selector).some((name) => owners.get(name)!.size === 1))
        .map((selector) => `${sheet}: ${selector}`),
    )
  expect(foreign).toEqual([])
})
