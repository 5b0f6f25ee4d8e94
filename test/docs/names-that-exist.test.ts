/** The docs, STYLE and the decisions name files and functions that exist, so that a recipe can be followed as it is written. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const folders = [
  "domain",
  "service",
  "console",
  "pages",
  "ui",
  "test",
  "bin",
  "bench",
  "sdk",
  "examples",
  "packaging",
  "docs",
  "origins",
]

const notOurs = /(^|\/)(node_modules|dist)\//
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  .filter((path) => !notOurs.test(path))
const fileNames = new Set([...files, ...readdirSync(root)].map((path) => basename(path)))

/** requirements.md says what is wanted, and not where it stands. */
const pages = [
  ...files.filter((path) => path.startsWith("docs/") && path.endsWith(".md")),
  "STYLE.md",
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
]
  .filter((path) => path !== "docs/requirements.md")
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8").replace(/```[\s\S]*?```/g, "") }))

/** An address, what other packages name, and a helper that decision 0018 says is gone. */
const known = new Set(["embed.js", "ical.js", "scarfSettings", "beforeCommit"])

/** Names that a page writes as code, and that do not exist. */
function unknownIn(pattern: RegExp, exists: (name: string) => boolean): string[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map((match) => match[1]!)
      .filter((name) => !known.has(name) && !exists(name))
      .map((name) => `${path}: ${name}`),
  )
}

it("MD-22 every path that the docs name is there", () => {
  const path = new RegExp(`\`((?:${folders.join("|")})/[\\w./-]+)\``, "g")
  expect(unknownIn(path, (name) => existsSync(join(root, name)))).toEqual([])
  const file = /`([\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|js|sql|css))`/g
  expect(unknownIn(file, (name) => fileNames.has(name))).toEqual([])
})

it("MD-22 every function and field that the docs name is in the code", () => {
  const isCode = /\.(ts|tsx|js|mjs|sql|json|html)$/
  const names = new Set(
    files
      .filter((path) => isCode.test(path))
      .flatMap((path) => readFileSync(join(root, path), "utf8").match(/\w+/g) ?? []),
  )
  expect(unknownIn(/`([a-z]\w*[A-Z]\w*)(?:\(\))?`/g, (name) => names.has(name))).toEqual([])
})
