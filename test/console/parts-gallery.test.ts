/** The gallery of the console's parts: none is missing, and no build holds it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const gallery = "console/gallery"
const pages = readdirSync(gallery)
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => readFileSync(join(gallery, name), "utf8"))
  .join("\n")

/** They draw nothing until an answer or a script has come: the parts that they draw then are shown. */
const fetching = ["files-given.tsx", "later.tsx", "met-appointments.tsx", "met-sessions.tsx"]

it("HO-09 every part of the console that draws something is in the gallery", () => {
  const parts = readdirSync("console/parts").filter((name) => name.endsWith(".tsx"))
  const missing = parts.filter((name) => !pages.includes(`file="${name}"`))
  expect(missing).toEqual(fetching)
  for (const name of parts.filter((part) => !missing.includes(part)))
    expect(pages).toContain(`from "../parts/${name}"`)
})

it("HO-09 it is for developers: only `npm run dev` leads to it", () => {
  const app = readFileSync("console/app.tsx", "utf8")
  expect(app).toContain('import.meta.env.DEV ? { "/parts": page(() => import("./gallery/parts-page.tsx")) }')
  const everywhere = readdirSync("console", { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith("gallery"),
  )
  const importers = everywhere.filter((name) =>
    readFileSync(join("console", name), "utf8").includes("gallery/"),
  )
  expect(importers).toEqual(["app.tsx"])
})
