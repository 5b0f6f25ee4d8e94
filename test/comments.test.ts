/** Comments read like sentences: each names its subject. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { commentsIn, faultOfComment } from "./support/comments.ts"
import { root, sourceFiles } from "./support/source-files.ts"

const rooms = ["domain", "service", "console", "pages", "ui", "sdk/src", "bin", "bench", "test", "examples"]

/** The files whose comments are still to be rewritten, with their number. The list may only shrink. */
const allowed: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(join(root, "test/comments-to-rewrite.json"), "utf8"),
)

it("HS-10 no comment opens without a subject, or hides its people behind nobody, whoever, whatever or told", () => {
  const faults = sourceFiles(rooms).flatMap((path) =>
    commentsIn(path, readFileSync(join(root, path), "utf8")).flatMap(({ line, text }) => {
      const fault = faultOfComment(text)
      return fault === null ? [] : [{ path, says: `${path}:${line} ${fault}: ${text.slice(0, 80)}` }]
    }),
  )
  const found = Map.groupBy(faults, ({ path }) => path)
  const countIn = (path: string) => found.get(path)?.length ?? 0
  const tooMany = [...found].filter(([path]) => countIn(path) > (allowed[path] ?? 0))
  expect(tooMany.flatMap(([, each]) => each.map(({ says }) => says))).toEqual([])
  const tooGenerous = Object.entries(allowed).filter(([path, count]) => countIn(path) < count)
  expect(tooGenerous.map(([path]) => path)).toEqual([])
})

it.each([
  ["What the customer waits for.", "opens without a subject"],
  ["Of a class: its seats.", "opens without a subject"],
  ["Whether it stands.", "opens without a subject"],
  ["The customer is told of it.", "says told"],
  ["Waits for whoever comes first.", "says whoever"],
  ["In production it is refused.", null],
  ["By default it is off.", null],
  ["`told` is the time that the customer knows.", null],
  ["Whatsoever the case.", null],
])("HS-10 %s", (text, fault) => {
  expect(faultOfComment(text)).toBe(fault)
})
