/** Comments read like sentences: each names its subject. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { commentsIn, faultOfComment } from "./support/comments.ts"
import { root, sourceFiles } from "./support/source-files.ts"

const rooms = ["domain", "service", "console", "pages", "ui", "sdk/src", "bin", "bench", "test", "examples"]

it("HS-10 no comment opens without a subject, or hides its people behind nobody, whoever, whatever or told", () => {
  const faults = sourceFiles(rooms).flatMap((path) =>
    commentsIn(path, readFileSync(join(root, path), "utf8")).flatMap(({ line, text }) => {
      const fault = faultOfComment(text)
      return fault === null ? [] : [`${path}:${line} ${fault}: ${text.slice(0, 80)}`]
    }),
  )
  expect(faults).toEqual([])
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
