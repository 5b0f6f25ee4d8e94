import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"
import { expect, it } from "vitest"
import { root, testFiles } from "../support/source-files.ts"
import { mutated, mutationsOf } from "./mutations.ts"
import { drawMutations, layers, modulesOf } from "./sample.ts"

const changesOf = (text: string) =>
  mutationsOf("module.ts", text).map((mutation) => [mutation.kind, mutated(text, mutation)])

it("changes conditions, operators, constants and guards, one at a time", () => {
  expect(changesOf("if (a < 3) throw b ?? c")).toEqual([
    ["guard dropped", ";"],
    ["condition negated", "if (!(a < 3)) throw b ?? c"],
    ["comparison swapped", "if (a <= 3) throw b ?? c"],
    ["off by one", "if (a < 4) throw b ?? c"],
    ["default dropped", "if (a < 3) throw b"],
  ])
  expect(changesOf("x(!a && b - 1)")).toEqual([
    ["statement dropped", ";"],
    ["condition negated", "x(a && b - 1)"],
    ["logic swapped", "x(!a || b - 1)"],
    ["arithmetic swapped", "x(!a && b + 1)"],
    ["off by one", "x(!a && b - 2)"],
  ])
})

it("changes calls, and lets a promise go unawaited", () => {
  expect(changesOf("const a = await b.filter(c)")).toEqual([
    ["await removed", "const a = b.filter(c)"],
    ["selection dropped", "const a = await b"],
  ])
  expect(changesOf("const a = Math.min(b, c.some(d))")).toEqual([
    ["method swapped", "const a = Math.max(b, c.some(d))"],
    ["method swapped", "const a = Math.min(b, c.every(d))"],
  ])
})

it("drops the row lock of a statement and changes its conditions", () => {
  expect(changesOf("const a = `SELECT id FROM t WHERE b < $1 FOR UPDATE`")).toEqual([
    ["SQL comparison swapped", "const a = `SELECT id FROM t WHERE b <= $1 FOR UPDATE`"],
    ["lock dropped", "const a = `SELECT id FROM t WHERE b < $1`"],
  ])
})

it("drops a condition or an assignment of a statement, and turns its order", () => {
  const statement = (text: string) =>
    changesOf(`const a = \`${text}\``).map(([kind, code]) => [kind, code!.slice(11, -1)])
  expect(statement("SELECT id FROM t WHERE company_id = $1 AND b = $2 ORDER BY c LIMIT 3")).toEqual([
    ["SQL condition dropped", "SELECT id FROM t WHERE company_id = $1 ORDER BY c LIMIT 3"],
    ["SQL order swapped", "SELECT id FROM t WHERE company_id = $1 AND b = $2 ORDER BY c DESC LIMIT 3"],
  ])
  expect(statement("UPDATE t SET a = $2, b = $3 WHERE company_id = $1")).toEqual([
    ["SQL assignment dropped", "UPDATE t SET a = $2 WHERE company_id = $1"],
  ])
  expect(statement("DELETE FROM t WHERE id = $2 AND company_id = $1")).toEqual([])
})

it("leaves types, imports and texts for people as they are", () => {
  expect(changesOf('import a from "b"\ntype C = 1 | 2\nconst d = a as 3\nconst e = `1 < 2`')).toEqual([])
})

it("names the line, from 1", () => {
  expect(mutationsOf("module.ts", "const a = 1\n\nconst b = true\n").map(({ line }) => line)).toEqual([1, 3])
})

it("draws mutations that parse, the same for the same seed and others for another", () => {
  for (const layer of Object.keys(layers)) {
    const modules = modulesOf(root, layer)
      .filter((_, index) => index % 10 === 0)
      .slice(0, 12)
    const drawn = drawMutations(root, modules, 25, 7)
    expect(drawn).toHaveLength(25)
    expect(new Set(drawn.map(({ path, line }) => `${path}:${line}`)).size).toBe(25)
    for (const mutation of drawn) {
      const text = readFileSync(join(root, mutation.path), "utf8")
      const changed = mutated(text, mutation)
      expect(changed).not.toBe(text)
      expect(parseSync(mutation.path, changed).errors).toEqual([])
    }
    expect(drawMutations(root, modules, 25, 7)).toEqual(drawn)
    expect(drawMutations(root, modules, 25, 8)).not.toEqual(drawn)
  }
})

it("TQ-04 the tests that compare texts with what was committed count no fault as noticed", () => {
  const runner = readFileSync(join(root, "test/mutate/run.js"), "utf8")
  const [, leftOut = ""] = /EDITS_ONLY = \[([^\]]*)\]/.exec(runner) ?? []
  const comparing = testFiles().filter((path) =>
    readFileSync(join(root, path), "utf8").includes(`statements${".sql"}`),
  )
  expect(comparing).toEqual(["service/host/database/readiness.test.ts"])
  expect(comparing.filter((path) => !leftOut.includes(`"${path}"`))).toEqual([])
  expect(Object.keys(layers)).toContain("statements")
})
