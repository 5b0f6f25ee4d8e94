/** The checklist in docs/requirements.md and the titles of the tests that prove it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root, testFiles } from "./support/source-files.ts"

interface Line {
  id: string
  /** Its section may still have lines without a test. */
  isInWork: boolean
}

function readChecklist(): Line[] {
  const lines: Line[] = []
  let isInWork = false
  for (const text of readFileSync(join(root, "docs/requirements.md"), "utf8").split("\n")) {
    if (text.startsWith("##")) isInWork = text.endsWith("(in work)")
    const id = /^- ([A-Z]{2}-\d{2}) /.exec(text)?.[1]
    if (id) lines.push({ id, isInWork })
  }
  return lines
}

/** The spots of a title: first argument of `it`, `describe` or an `each`, or the `name` of a row of such a table. */
const titlePattern = /(?:\b(?:it|describe)(?:\.\w+)*\(|\)\(|\bname:)\s*(["'`])((?:\\.|(?!\1).)*)\1/g

/** Every id in a title, with the files that name it. */
function readTitles(): Map<string, string[]> {
  const titles = new Map<string, string[]>()
  const inTests = readdirSync(join(root, "test"), { recursive: true }).map((name) =>
    join("test", String(name)),
  )
  for (const file of new Set([...inTests.filter((name) => name.endsWith(".ts")), ...testFiles()])) {
    const text = readFileSync(join(root, file), "utf8")
    for (const [, , title] of text.matchAll(titlePattern)) {
      for (const [id] of title!.matchAll(/\b[A-Z]{2}-\d{2}\b/g))
        titles.set(id, [...(titles.get(id) ?? []), file])
    }
  }
  return titles
}

const checklist = readChecklist()
const titles = readTitles()

it("every line of the checklist stands once, and has a title that names it", () => {
  const ids = checklist.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(200)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(checklist.filter(({ id, isInWork }) => !isInWork && !titles.has(id)).map(({ id }) => id)).toEqual([])
})

it("every id in a title is a line of the checklist", () => {
  const known = new Set(checklist.map(({ id }) => id))
  const unknown = [...titles]
    .filter(([id]) => !known.has(id))
    .map(([id, files]) => `${id} in ${files.join(", ")}`)
  expect(unknown).toEqual([])
})

it("a section is in work only as long as one of its lines has no title", () => {
  const text = readFileSync(join(root, "docs/requirements.md"), "utf8")
  const done = text
    .split(/^(?=##)/m)
    .filter((section) => /^##.*\(in work\)$/m.test(section))
    .filter((section) => [...section.matchAll(/^- ([A-Z]{2}-\d{2}) /gm)].every(([, id]) => titles.has(id!)))
    .map((section) => section.split("\n")[0])
  expect(done).toEqual([])
})
