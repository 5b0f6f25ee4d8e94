/** One system of styles: what console and pages draw alike stands in `ui/styles`, and nowhere else. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/source-files.ts"

const sheetsOf = (room: string) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => readFileSync(join(root, room, name), "utf8").replace(/\/\*[\s\S]*?\*\//g, ""))

/** `.button { color: red }` and the like, one for each selector of a rule and each of its declarations. */
const declarationsOf = (room: string) =>
  new Set(
    sheetsOf(room)
      .flatMap((sheet) => [...sheet.matchAll(/([^{};]+)\{([^{}]*)\}/g)])
      .flatMap(([, selectors, body]) =>
        selectors!.split(/,(?![^(]*\))/).flatMap((selector) =>
          body!
            .split(";")
            .map((declaration) => declaration.trim().replace(/\s+/g, " "))
            .filter(Boolean)
            .map((declaration) => `${selector.trim()} { ${declaration} }`),
        ),
      ),
  )

const shared = declarationsOf("ui")
const [console, pages] = [declarationsOf("console"), declarationsOf("pages")]

it("HO-04 tokens, reset and controls that console and pages share are written once", () => {
  expect(shared.size).toBeGreaterThan(60)
  expect([...shared].filter((each) => console.has(each) || pages.has(each))).toEqual([])
  const alike = [...console].filter((each) => pages.has(each)).map((each) => each.split(" ")[0]!)
  // Parts of the same name that look different: a column of a form, a list of facts, of steps, of files, the rail.
  expect(alike.filter((name) => ![".stack", ".facts", ".steps", ".files", ".rail"].includes(name))).toEqual(
    [],
  )
})

it("HO-04 no room gives a shared token another value", () => {
  const namesOf = (declarations: Set<string>) =>
    new Set([...declarations].flatMap((each) => /^:root \{ (--[\w-]+):/.exec(each)?.[1] ?? []))
  const names = namesOf(shared)
  expect(names).toContain("--muted")
  for (const room of [console, pages])
    expect([...namesOf(room)].filter((name) => names.has(name))).toEqual([])
})
