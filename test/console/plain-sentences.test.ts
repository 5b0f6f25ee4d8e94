/**
 * CB-09: every sentence that the API says at a field, beside what the console shows for it. `RECORD_SENTENCES=1` writes the
 * file of both anew, for a reader to judge.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { plainly, shapes } from "../../console/parts/plain-sentences.ts"
import { readWords } from "../../console/words/words.ts"
import { readSources } from "../support/source-files.ts"

interface Kept {
  /** The words shown for each sentence of the API. */
  shown: Record<string, string>
  /** Sentences about what only a program sends: nothing in the console is typed or chosen that could cause them. */
  ofPrograms: string[]
}

const path = "test/console/plain-sentences.json"
const kept = JSON.parse(readFileSync(path, "utf8")) as Kept
const [en, es, fr] = (await Promise.all((["en", "es", "fr"] as const).map((each) => readWords(each)))).map(
  ({ problems }) => problems,
)

/** The sentences in the code: `expected …`, and the second argument of `invalid`. What is filled in is 5. */
function sentencesOfTheApi(): string[] {
  const code = readSources(["domain", "service"])
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .map(({ code }) => code)
    .join("\n")
  const literal = /(["`])((?:expected |is a number that )[^"`]*)\1/g
  const second = /\binvalid\(\s*(?:"[^"]*"|`[^`]*`|\w+),\s*(["`])([^"`]*)\1/g
  const found = [...code.matchAll(literal), ...code.matchAll(second)].map(([, , text]) =>
    text!.replace(/\$\{[^}]*\}/g, "5"),
  )
  // Its names are put in by a template within the template.
  found.push("expected no placeholder but {name}, {booking_link}")
  return [...new Set(found)].filter((text) => !text.includes("${")).sort()
}

const sentences = sentencesOfTheApi()

it("CB-09 what the console shows for each sentence of the API at a field is on record, in a person's words", () => {
  const shown = Object.fromEntries(
    sentences.flatMap((each) => {
      const said = plainly(each, en!)
      return said === null || said === en!.check ? [] : [[each, said]]
    }),
  )
  if (process.env.RECORD_SENTENCES) {
    const ofPrograms = sentences.filter((each) => !(each in shown))
    writeFileSync(path, `${JSON.stringify({ shown, ofPrograms }, null, 2)}\n`)
    return
  }
  expect(sentences.length).toBeGreaterThan(250)
  const present = (each: string) => sentences.includes(each)
  expect(Object.fromEntries(Object.entries(kept.shown).filter(([each]) => present(each)))).toEqual(
    Object.fromEntries(Object.entries(shown).filter(([each]) => each in kept.shown)),
  )
  // A new one has words of its own, or is put among those of programs.
  const ofPrograms = new Set(kept.ofPrograms)
  expect(sentences.filter((each) => !(each in shown || ofPrograms.has(each)))).toEqual([])
})

it("CB-09 nothing that is shown speaks as to a program, in any language", () => {
  const machine = /expected|\bids?\b|null|true or false|JSON|IANA|E\.164|YYYY|[a-z]_[a-z]|`/i
  for (const words of [en!, es!, fr!])
    for (const each of sentences) {
      const said = plainly(each, words) ?? ""
      expect([each, machine.exec(said.replace("{booking_link}", "link"))?.[0] ?? null]).toEqual([each, null])
    }
})

it("CB-09 every shape is met by a sentence of the API", () => {
  expect(shapes.filter((shape) => !sentences.some((each) => shape.test(each))).map(String)).toEqual([])
})
