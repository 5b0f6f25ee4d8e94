import { describe, expect, it } from "vitest"
import { errorTexts } from "../../src/http/api-docs/routes.ts"
import { errorTable } from "../../src/model/errors.ts"

describe("docs/errors.md", () => {
  it("explains every code with its status, and no other", () => {
    const documented = errorTexts().map(({ code, status }) => [code, status])
    const known = Object.entries(errorTable).map(([code, { status }]) => [code, status])
    expect(documented.sort()).toEqual(known.sort())
  })
})
