/** Names and documents keep to the words of docs/glossary.md. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readSources, root, type Source } from "./support/source-files.ts"

/** A word that is not used any more, where it is looked for, and the names that may hold it. */
interface GivenUp {
  words: RegExp
  instead: string
  /** Folders of code in which no name holds it. */
  code: readonly string[]
  except?: readonly string[]
}

const product = ["domain", "service", "console", "pages", "ui"]
const everywhere = [...product, "test", "bench"]

/** Matched against each word of a name: `placesOf` holds `places` and `of`. */
const givenUp: readonly GivenUp[] = [
  { words: /^houses?$/, instead: "context", code: everywhere },
  { words: /^doors?$/, instead: "interface", code: everywhere },
  { words: /^invitations?$/, instead: "scheduling request", code: everywhere },
  {
    words: /^place(s|d)?$/,
    instead: "location, GeoPoint, ServiceAddress or associatedData",
    code: product,
    // `place` alone is where a type happens.
    except: ["place"],
  },
  { words: /^(sheets?|stretch)$/, instead: "packed minutes", code: ["domain", "service"] },
]

/** Whole names that are not used any more. */
const givenUpNames = new Map([
  ["Visit", "AnonymousRequest or VerifiedVisit"],
  ["Point", "GeoPoint"],
  ["Pairs", "Intervals"],
  ["claimToken", "lease token"],
  ["bookHost", "customer host"],
])

/** Matched against prose. */
const givenUpInProse: Record<string, RegExp> = {
  context: /\bHouse\b/,
  interface: /\bdoors?\b/i,
  "lease token": /\bclaim tokens?\b/i,
  "packed minutes": /\bshared stretch|\bslot sheet/i,
}

const sources = readSources(everywhere)

it("no name in the code uses a word that was given up", () => {
  const wrong = sources.flatMap((source) =>
    namesIn(source.program).flatMap((name) => {
      const instead = givenUpNames.get(name) ?? givenUp.find((each) => isUsing(each, source, name))?.instead
      return instead === undefined ? [] : [`${source.path}: ${name} (${instead})`]
    }),
  )
  expect(wrong).toEqual([])
})

function isUsing({ words, code, except = [] }: GivenUp, { path }: Source, name: string): boolean {
  return (
    code.some((folder) => path.startsWith(`${folder}/`)) &&
    !except.includes(name) &&
    wordsOf(name).some((word) => words.test(word))
  )
}

it("no name in the schema uses a word that was given up", () => {
  const schema = readFileSync(join(root, "api/schema.sql"), "utf8").replace(/--.*$|'[^']*'/gm, "")
  const names = new Set(schema.match(/[a-z_]+/gi))
  expect(names.size).toBeGreaterThan(100)
  const wrong = [...names].filter(
    (name) => name !== "place" && givenUp.some(({ words }) => wordsOf(name).some((word) => words.test(word))),
  )
  expect(wrong).toEqual([])
})

it("HO-07 no comment of the console or the pages is built on a riddle", () => {
  const riddles = /^\s*(?:\/\*\*?|\*|\/\/).*\b(?:whoever|whatever|nobody)\b/i
  const wrong = sources
    .filter(({ path }) => /^(?:console|pages|ui)\//.test(path))
    .flatMap(({ path }) =>
      readFileSync(join(root, path), "utf8")
        .split("\n")
        .filter((line) => riddles.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(wrong).toEqual([])
})

it("no document uses a word that was given up", () => {
  const wrong = documents().flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8").replace(/```[\s\S]*?```/g, "")
    return Object.entries(givenUpInProse).flatMap(([instead, words]) =>
      words.test(text) ? [`${path}: ${words.exec(text)![0]} (${instead})`] : [],
    )
  })
  expect(wrong).toEqual([])
})

it("what the glossary names is there", () => {
  const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8")
  const paths = [...glossary.matchAll(/\| `((?:domain|service)\/[^`]+)` \|$/gm)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(15)
  const missing = paths.filter((path) => !sources.some((source) => source.path.startsWith(path)))
  expect(missing).toEqual([])
})

/** `placesOf`, `places_of` and `PLACES_OF` are the words places and of. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_")
}

/** Every identifier of a module, once. */
function namesIn(program: Source["program"]): string[] {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (typeof node === "object" && node !== null) {
      if ("type" in node && "name" in node && typeof node.name === "string") names.add(node.name)
      for (const part of Object.values(node)) visit(part)
    }
  }
  visit(program)
  return [...names]
}

/** The history in the CHANGELOG keeps the words of its time. */
function documents(): string[] {
  const folders = ["", "docs", "docs/decisions"]
  return folders
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md")
}
