/** The console's catalogue of words: every word is used, and the audit has one for each operation. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readWords } from "../../console/words/words.ts"
import { unusedMessages } from "../support/unused-messages.ts"

const en = await readWords("en")

it("CN-14 HO-03 no word is without use", () => {
  expect(unusedMessages(en, ["console"])).toEqual([])
  expect(unusedMessages({ board: { neverShown: "Never" } }, ["console"])).toEqual(["board.neverShown"])
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
