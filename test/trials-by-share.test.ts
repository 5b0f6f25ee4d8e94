/** Tests that draw what they try take the number of trials and the seed from one helper. */
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { expect, it } from "vitest"
import { root, testFiles } from "./support/source-files.ts"

const drawing = testFiles()
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }))
  .filter(({ text }) => /\bfc\.(assert|sample)\(|\bdiceFrom\(|\brolls\(/.test(text))

it("TS-02 every test that draws its inputs takes the number of its trials and their seeds from one helper", () => {
  expect(drawing.length).toBeGreaterThan(25)
  const without = drawing.filter(({ text }) => !text.includes('support/trials.ts"'))
  expect(without.map(({ path }) => path)).toEqual([])
  const byThemselves = drawing.flatMap(({ path, text }) =>
    [...text.matchAll(/^.*\bnumRuns: (?!1\b).*$/gm)].map(([line]) => `${path}: ${line.trim()}`),
  )
  expect(byThemselves).toEqual([])
})
