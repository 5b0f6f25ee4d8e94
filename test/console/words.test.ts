/** The console's catalogue of words: every word is used, and the audit has one for each operation. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import firstWords from "../../console/words/en.ts"
import { readWords } from "../../console/words/words.ts"
import { readSources } from "../support/source-files.ts"
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

/** What comes before the first board is shown: its modules, without what they fetch later. */
function modulesOfFirstBoard() {
  const sources = new Map(readSources(["console"]).map((source) => [source.path, source]))
  const reached = new Set<string>()
  const reach = (path: string): void => {
    if (reached.has(path) || !sources.has(path)) return
    reached.add(path)
    for (const { from, isDynamic, isTypeOnly } of sources.get(path)!.imports)
      if (!isDynamic && !isTypeOnly) reach(from)
  }
  reach("console/main.tsx")
  reach("console/board/board-screen.tsx")
  return [...reached].map((path) => sources.get(path)!)
}

it("CN-14 the first board speaks only of the words that come with it, and each language brings the same ones", async () => {
  const first = Object.keys(firstWords).map((path) => /(\w+)\.json$/.exec(path)![1]!)
  const modules = modulesOfFirstBoard()
  expect(modules.map(({ path }) => path)).toContain("console/board/card.tsx")
  const spoken = modules.flatMap(({ path, code }) => {
    const named = [...code.matchAll(/useWords\(\)(?:\.(\w+))?/g)].map(([, part]) => part)
    const taken = [...code.matchAll(/\{([^{}]*)\} = useWords\(\)/g)].flatMap(([, parts]) =>
      parts!.split(",").map((part) => part.trim().split(":")[0]!),
    )
    // A module that takes all words is read by what it takes out of them.
    return [...named.filter((part) => part !== undefined), ...taken].map((part) => `${path}: ${part}`)
  })
  expect(spoken.length).toBeGreaterThan(20)
  expect(spoken.filter((each) => !first.includes(each.split(": ")[1]!))).toEqual([])
  for (const { default: words } of [
    await import("../../console/words/es.ts"),
    await import("../../console/words/fr.ts"),
  ])
    expect(Object.keys(words).map((path) => path.slice(5))).toEqual(
      Object.keys(firstWords).map((path) => path.slice(5)),
    )
  expect(Object.keys(await readWords("fr")).toSorted()).toEqual(Object.keys(en).toSorted())
})
