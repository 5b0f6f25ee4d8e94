import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { SETTING_NAMES } from "../../src/config/env.ts"

const root = join(import.meta.dirname, "../..")

describe("the list of settings", () => {
  it("is the same in .env.example, each with one line of meaning above it", () => {
    const lines = readFileSync(join(root, ".env.example"), "utf8").split("\n")
    const listed = lines.flatMap((line, index) => {
      const name = /^#([A-Z_]+)=/.exec(line)?.[1]
      return name ? [{ name, meaning: lines[index - 1] ?? "" }] : []
    })
    expect(listed.map(({ name }) => name)).toEqual([...SETTING_NAMES])
    for (const { name, meaning } of listed) expect(meaning, name).toMatch(/^# \S.*\.$/)
  })

  it("is the same in docs/operations.md", () => {
    const text = readFileSync(join(root, "docs/operations.md"), "utf8")
    const documented = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1])
    expect(documented).toEqual([...SETTING_NAMES])
  })
})
