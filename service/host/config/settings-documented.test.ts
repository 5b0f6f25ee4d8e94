import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { loadConfig } from "./config.ts"
import { SETTING_NAMES } from "./env.ts"

const root = join(import.meta.dirname, "../../..")

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

  it("MD-36 has values and examples with which the configuration loads", () => {
    const lines = readFileSync(join(root, ".env.example"), "utf8").split("\n")
    const examples = lines.flatMap((line, index) => {
      const [, name, value] = /^#([A-Z_]+)=(.*)$/.exec(line) ?? []
      const said = /such as (.+?)(?:\. [A-Z]|, |\.$| to )/.exec(lines[index - 1] ?? "")?.[1]
      return name && (value || said) ? [[name, value || said!] as const] : []
    })
    expect(examples.length).toBeGreaterThan(25)
    for (const [name, value] of examples) {
      const isOfMap = name.startsWith("MAP_TILES_")
      const beside = isOfMap
        ? { MAP_TILES_URL: "https://tiles.example.com/{z}/{x}/{y}.png", MAP_TILES_ATTRIBUTION: "© Us" }
        : {}
      const env = { NODE_ENV: "development", ...beside, [name]: value }
      expect(() => loadConfig(env), `${name}=${value}`).not.toThrow()
    }
  })

  it("is the same in docs/operations.md", () => {
    const text = readFileSync(join(root, "docs/operations.md"), "utf8")
    const documented = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1])
    expect(documented).toEqual([...SETTING_NAMES])
  })
})
