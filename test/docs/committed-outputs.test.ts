/** Decision 0044: which files that a program makes are committed. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/source-files.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const decision = read("docs/decisions/0044-which-outputs-are-committed.md")
const rows = [...decision.matchAll(/^\| ([^|]+) \| (yes|no) \| ([^|]+) \|$/gm)].map(
  ([, output, committed, why]) => ({
    names: [...output!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    isCommitted: committed === "yes",
    why: why!,
  }),
)
const ignored = read(".gitignore").split("\n")

it("HO-10 an output is committed for a reader of a diff, and says why; contracts stay", () => {
  const committed = rows.filter(({ isCommitted }) => isCommitted)
  const names = committed.flatMap(({ names }) => names)
  expect(names).toEqual(expect.arrayContaining(["api/past/", "api/openapi.json", "api/schema.sql"]))
  expect(names.filter((name) => !existsSync(join(root, name.replace(/\*.*$/, ""))))).toEqual([])
  expect(rows.filter(({ why }) => why.length < 20)).toEqual([])
})

it("HO-10 what the build and the release make is not in the tree, and no other output is", () => {
  expect(existsSync(join(root, "sbom.cdx.json"))).toBe(false)
  expect(read("bin/release.js")).toContain('"sbom.cdx.json"')
  expect(ignored).toEqual(expect.arrayContaining(["dist/", "sdk/dist/", "messages.generated.ts"]))
  const generated = ["domain", "service", "console", "pages", "ui", "sdk/src", "bin"]
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((name) => join(room, name)),
    )
    .filter((path) => path.includes(".generated.") && !ignored.includes(path.split("/").at(-1)!))
  expect(generated.filter((path) => !/^sdk\/src\/\w+\.generated\.ts$/.test(path))).toEqual([])
  expect(rows.flatMap(({ names }) => names)).toContain("sdk/src/*.generated.ts")
})
