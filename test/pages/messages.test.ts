/** The messages of the customers' pages: none is left that no page shows. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/source-files.ts"
import { unusedMessages } from "../support/unused-messages.ts"

const messagesOf = (part: string) =>
  JSON.parse(readFileSync(join(root, `pages/${part}/messages/en.json`), "utf8"))

it.each([
  ...["shared", "shared/later", "shared/waiting", "customer/public-page", "customer/public-page/later"],
  ...["customer/booking-link", "customer/booking-link/later", "customer/waiting-link", "server"],
])("HO-03 no message of %s is without use", (part) => {
  expect(unusedMessages(messagesOf(part), ["pages"])).toEqual([])
})

/** The page's own sources that its first script holds: what the entry imports, and what that imports. */
function firstSources(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(join(root, file), "utf8")
  for (const [, path] of text.matchAll(/^(?:import|export) (?!type)[^;"]*?from "(\.[^"]+\.tsx?)"/gm))
    firstSources(join(dirname(file), path!), found)
  return found
}

it.each(["customer/booking-link", "customer/public-page"])(
  "the first script of the %s says no word that comes later",
  (page) => {
    const first = [...firstSources(`pages/${page}/main.tsx`)].filter((file) => file.startsWith("pages/"))
    expect(first).toContain("pages/shared/times/calendar-grid.tsx")
    const text = first.map((file) => readFileSync(join(root, file), "utf8")).join("\n")
    const { failures: _, ...shared } = messagesOf("shared/later")
    const { failures: __, ...own } = messagesOf(`${page}/later`)
    const said = [
      ...Object.keys(shared).filter((key) => new RegExp(`\\bwords\\.${key}\\b`).test(text)),
      ...Object.keys(own).filter((key) => new RegExp(`\\bown\\.${key}\\b`).test(text)),
    ]
    expect(said).toEqual([])
  },
)
