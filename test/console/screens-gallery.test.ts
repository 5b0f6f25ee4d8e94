/** The gallery of the console's screens, whose pictures `npm run gallery` takes: none is missing. */
import { expect, it } from "vitest"
import { screens } from "../../console/screens.ts"
import { steps } from "../../console/set-up/steps.ts"
import { topics } from "../../console/settings/topics.ts"
import { fewScreens, galleryParts } from "../browser/gallery-screens.ts"

const shown = Object.values(galleryParts).flat()

/** The row of the table whose screen stands at that address: the first that fits, as in the console. */
function rowAt(address: string): string | undefined {
  const parts = address.split("?")[0]!.split("/")
  return screens.find(({ path }) => {
    const wanted = path.split("/")
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith(":") || part === parts[at])
    )
  })?.path
}

it("DS-20 every screen of the console, every settings form and every step of the assistant is in the gallery", () => {
  const rows = shown.map(rowAt)
  expect(rows).not.toContain(undefined)
  expect(screens.map(({ path }) => path).filter((path) => !rows.includes(path))).toEqual([])
  for (const { path } of topics) if (!path.includes(":")) expect(shown).toContain(path)
  for (const step of steps) expect(shown).toContain(`/settings/assistant/${step}`)
  for (const screen of fewScreens) expect(shown).toContain(screen)
})
