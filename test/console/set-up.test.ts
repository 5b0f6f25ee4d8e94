/** Where what readiness finds is mended in the console. */
import { expect, it } from "vitest"
import { screens } from "../../console/screens.ts"
import { mendedAt } from "../../console/set-up/steps.ts"
import { readinessCodes } from "../../domain/model/readiness.ts"

const patterns = screens.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`))

it("CN-10 each thing that readiness looks at leads to a screen, but for what is the operator's", () => {
  const codes = Object.keys(readinessCodes) as (keyof typeof readinessCodes)[]
  const lost = codes.filter((code) => {
    const path = mendedAt({ code, target_id: 7, ok: false, message: "", fix: "" })
    return path === null || !patterns.some((pattern) => pattern.test(path))
  })
  expect(lost).toEqual(["link_host"])
})
