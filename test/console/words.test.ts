/** The console's catalogue of words: every word is used, and the audit has one for each operation. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readWords } from "../../console/words/words.ts"
import { readSources } from "../support/source-files.ts"

/** `board.states.scheduled` and the like, in order. */
function pathsOf(words: object, before = ""): string[] {
  return Object.entries(words)
    .flatMap(([key, value]) =>
      value !== null && typeof value === "object" ? pathsOf(value, `${before}${key}.`) : `${before}${key}`,
    )
    .sort()
}

const en = await readWords("en")

it("CN-14 HO-03 no word is without use", () => {
  const code = readSources(["console"])
    .filter(({ path }) => !path.startsWith("console/words/"))
    .map((source) => source.code)
    .join("\n")
  const isUsed = (path: string) => {
    const [, ...keys] = path.split(".")
    const key = keys.pop()
    // A group that is read by a computed key, such as a state, is used as a whole; a screen names its entry in the rail.
    const reads = [`\\.${key}\\b`, `name: "${key}"`, ...keys.map((group) => `\\.${group}\\[`)]
    return new RegExp(reads.join("|")).test(code)
  }
  expect(pathsOf(en).filter((path) => !isUsed(path))).toEqual([])
})

it("CN-14 the audit has words for every operation that writes", () => {
  const modules = readdirSync("service", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  )
  const code = modules.map((name) => readFileSync(join("service", name), "utf8")).join("\n")
  // The name is an argument of the one way to write; an operator's entries name theirs.
  const writes =
    /\b(?:write(?:Access)?|close|withFactorShown)\(\s*context,\s*\w+(?:\([^)]*\))?,\s*(?:\{[^}]*\},\s*)?([^,]+),/g
  const names = [...code.matchAll(writes), ...code.matchAll(/operation: ("[a-z_]+")/g)]
    .flatMap(([, name]) => [...name!.matchAll(/"([a-z_]+)"/g)])
    .map(([, name]) => name!)
  expect(new Set(names).size).toBeGreaterThan(90)
  expect(names.filter((name) => !(name in en.people.operations))).toEqual([])
})
