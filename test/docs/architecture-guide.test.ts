import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readSources, root } from "../support/source-files.ts"

const guide = readFileSync(join(root, "docs/architecture.md"), "utf8")
const chapter = guide.split("## How a booking goes through")[1]!.split("\n## ")[0]!
const paths = (text: string) =>
  [...text.matchAll(/`((?:domain|service)\/[^`]+\.ts)`/g)].map(([, path]) => path!)

/** The first path of each numbered entry. */
const shared = chapter
  .split(/\n\d+\. /)
  .slice(1)
  .map((entry) => paths(entry)[0]!)
const byInterface = [...chapter.matchAll(/\n- \*\*(.+?)\*\*, (\d+) files: ([\s\S]+?)(?=\n- |\n\n)/g)].map(
  ([, name, count, text]) => ({ name, count: Number(count), files: [...paths(text!), ...shared] }),
)
const importsOf = new Map(
  readSources(["domain", "service"]).map(({ path, imports }) => [path, imports.map(({ from }) => from)]),
)

it("a booking opens at most 11 files in the company API and the booking link, 13 on the public page, 14 by the agent", () => {
  const most = { "Company API": 11, "Booking link": 11, "Public page": 13, "Agent API": 14 }
  expect(byInterface.map(({ name }) => name)).toEqual(Object.keys(most))
  for (const [i, limit] of Object.values(most).entries()) {
    const { count, files } = byInterface[i]!
    expect(files).toHaveLength(count)
    expect(count).toBeLessThanOrEqual(limit)
  }
})

it.each(byInterface)("the files of a booking through the $name lead from one to the next", ({ files }) => {
  expect(files.filter((path) => !importsOf.has(path))).toEqual([])
  // The context's own imports come with it.
  const given = importsOf.get("service/platform/context.ts")!
  const unreachable = files.filter(
    (path, i) =>
      i > 0 &&
      !given.includes(path) &&
      !files.slice(0, i).some((earlier) => importsOf.get(earlier)!.includes(path)),
  )
  expect(unreachable).toEqual([])
})
