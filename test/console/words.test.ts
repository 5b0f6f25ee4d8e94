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

/** Every text of a catalogue; of one with arguments the pieces between them. */
const textsOf = (messages: unknown): string[] =>
  typeof messages === "string"
    ? [messages]
    : Object.values(messages as object).flatMap((each) => textsOf(each as unknown))

/** Words that readers stumbled over, and ours instead. */
const stumbled: Record<string, RegExp> = {
  "the developers' screens say which events other systems get": /your own systems are told/i,
  "a booking against the rules is said in plain words": /your judge?ment/i,
  "a message that was not sent is named by what it is about": /not sent: change$/i,
  "the one to ask is an admin of the company": /ask your host/i,
  "the company that sends the texts is the texting provider": /\bat the carrier\b/i,
  "what another program calls its customer is a customer number": /\byour id\b|\bsu id\b|\bvotre id\b/i,
  "Undo is the word for it": /\btake back\b/i,
  "what is to be done is said, not what keeps somebody": /still keeps/i,
  "English is American until the browser says otherwise": /\bcolours?\b/i,
  "what still comes is said as an exception": /codes apart/i,
  "the board has one name in each language": /tablero|au tableau|sur le tableau|au planning/i,
  "a location is named as one, in each language": /name of the place|nom du lieu|nombre del lugar/i,
}

it("DS-17 no language says what receptionists stumbled over", async () => {
  for (const locale of ["en", "es", "fr"] as const) {
    const files = readdirSync(`console/words/${locale}`)
    const texts = files.flatMap((name) =>
      textsOf(JSON.parse(readFileSync(join("console/words", locale, name), "utf8"))),
    )
    expect(texts.length).toBeGreaterThan(900)
    const found = Object.entries(stumbled).flatMap(([instead, pattern]) =>
      texts.filter((text) => pattern.test(text)).map((text) => `${text} (${instead})`),
    )
    expect([locale, found]).toEqual([locale, []])
  }
})

/** The modules before the first board is shown, without those that they fetch later. */
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
