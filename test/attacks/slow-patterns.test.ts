/** The judge of regular expressions in `npm run check`, where it judges all of the service, the pages and the SDK. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { greetedName, withoutLinks } from "../../domain/model/written-by-people.ts"
import { root } from "../support/source-files.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "patterns-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

function judge(code: string): { status: number | null; said: string } {
  const file = join(folder, "planted.ts")
  writeFileSync(file, code)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "bin/patterns.js"), file])
  return { status, said: `${stdout}${stderr}` }
}

const planted: Record<string, [code: string, growth: RegExp]> = {
  "the email that held the process": [
    'export const email = z.string().regex(/^[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}$/u, { error: "x" })',
    /polynomial/,
  ],
  "the time that held the process": [
    'const isoForm = (text: string): string => text.replace(/ +(?=(Z|[+-]\\d))/, "")',
    /polynomial/,
  ],
  "a star within a star": ["const words = /^(\\w+\\s?)*$/", /exponential/],
  "an end that is not anchored before": [
    "function f(text: string) { return /[.!]+$/.exec(text) }",
    /polynomial/,
  ],
  "one that is made at run time": ['const made = (name: string) => new RegExp(name, "u")', /run time/],
}

it.each(Object.entries(planted))(
  "SE-01 the check fails on a planted pattern: %s",
  (_what, [code, growth]) => {
    const { status, said } = judge(`// a line before\n${code}\n`)
    expect(status).toBe(1)
    expect(said).toMatch(/planted\.ts:2 /)
    expect(said).toMatch(growth)
  },
)

it("SE-01 the check passes patterns that read each character once", () => {
  const code = "const right = [/^a+$/, /\\s+/g, /^[^@]+@[^@.]+\\.[^@]{2,}$/u, /\\d{4}-\\d{2}/]"
  expect(judge(code)).toEqual({ status: 0, said: "" })
})

it.each(["a", "a.", "ab.1", "a-", "1.", "http:/"])(
  "SE-01 names and prompts are searched for links in time linear in their length: %s without end",
  (piece) => {
    const cpuOf = (length: number) => {
      const text = piece.repeat(length / piece.length)
      const before = process.threadCpuUsage()
      withoutLinks(text)
      greetedName(text)
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    cpuOf(4_000)
    expect(cpuOf(64_000)).toBeLessThan(60 * Math.max(cpuOf(4_000), 5_000))
  },
)
