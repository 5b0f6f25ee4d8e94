/** CONTRIBUTING and what a team's other programs read of this project say what is there. */
import { accessSync, constants, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/source-files.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const guide = read("CONTRIBUTING.md")
const manifest = JSON.parse(read("package.json"))

it("HO-09 the table of where to look names 36 behaviours and more, each with the one file that decides it", () => {
  const [, section = ""] = guide.split("## Where to look")
  const rows = [...section.matchAll(/^\| ([^|]+) \| `([^`]+)` \|$/gm)].map(([, behaviour, file]) => ({
    behaviour: behaviour!,
    file: file!,
  }))
  expect(rows.length).toBeGreaterThanOrEqual(36)
  expect(section.match(/^\|.*`/gm)?.length).toBe(rows.length)
  expect(rows.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
  const files = rows.map(({ file }) => file)
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([])
})

it("HO-09 every script that a reader is told to run is there", () => {
  const told = ["CONTRIBUTING.md", "README.md", "STYLE.md", "docs/adding-an-operation.md"].flatMap((path) =>
    [...read(path).matchAll(/`npm run ([\w-]+)/g)].map(([, script]) => script!),
  )
  expect(told).toContain("dev")
  expect(told).toContain("coverage")
  expect(told.filter((script) => !(script in manifest.scripts))).toEqual([])
})

it("HO-09 editors write what the formatter writes", () => {
  const { formatter } = JSON.parse(read("biome.json"))
  const general = read(".editorconfig").split("[*.md]")[0]!
  expect(general).toContain(`indent_style = ${formatter.indentStyle}`)
  expect(general).toContain(`indent_size = ${formatter.indentWidth}`)
  expect(general).toContain(`max_line_length = ${formatter.lineWidth}`)
})

it("HO-09 the hosted tests call .ci/run, and nothing beside it", () => {
  accessSync(join(root, ".ci/run"), constants.X_OK)
  const commands = [...read(".github/workflows/ci.yml").matchAll(/^\s*-? ?run: (.+)$/gm)]
  expect(commands.map(([, command]) => command)).toEqual([".ci/run"])
})

it("HO-09 the bot for dependencies proposes packages and names no registry", () => {
  const bot = read(".github/dependabot.yml")
  expect(bot).toContain("package-ecosystem: npm")
  expect(bot).not.toMatch(/registr|https?:/)
})

it("HO-09 coverage is measured by the tests' own version", () => {
  const { devDependencies, scripts } = manifest
  expect(devDependencies["@vitest/coverage-v8"]).toBe(devDependencies.vitest)
  expect(scripts.coverage).toContain("bin/coverage.js")
})
