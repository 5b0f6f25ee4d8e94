import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { whereMended } from "../../console/board/where-mended.ts"
import { reasonCodes } from "../../domain/model/slot-reasons.ts"

/** The items that stand on the board, or are put on it. */
const shown = [
  ...["appointment", "pending", "hold", "window_full", "crew_short"],
  ...["session", "no_session", "session_full"],
]

it("CN-06 every reason but what the board itself shows leads to a screen where it is mended", () => {
  const tables = globSync("console/*/screens.ts").map((file) => readFileSync(file, "utf8"))
  const paths = tables.flatMap((text) => [...text.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path!))
  const isScreen = (to: string) =>
    paths.some((path) => new RegExp(`^${path.replace(/:\w+/g, "\\d+")}$`).test(to.split("?")[0]!))
  const asked = { typeId: 1, providerId: 2, locationId: 3, customerId: 4 }
  for (const code of reasonCodes) {
    const to = whereMended(code, asked)
    if (to === null) expect(shown).toContain(code)
    else expect(isScreen(to), to).toBe(true)
  }
})
