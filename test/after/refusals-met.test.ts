import { expect, it } from "vitest"
import { documentedMounts } from "../../service/ways-in/api-docs/generate.ts"
import { readRefusalsMet, refusalName } from "../support/refusals-met.ts"

const prefix = "/api/v1"

it("MD-09 each refusal that an operation describes as its own was met by a test of this run", async () => {
  const met = await readRefusalsMet()
  const described = documentedMounts.flatMap(({ method, path, operation }) =>
    (operation.refusals ?? []).map((code) => refusalName(method, prefix + path, code)),
  )
  expect(described.length).toBeGreaterThan(200)
  expect(described.filter((name) => !met.has(name))).toEqual([])
})
