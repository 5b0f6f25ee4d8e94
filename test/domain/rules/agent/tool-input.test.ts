import { describe, expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import { toolInput } from "../../../../domain/rules/agent/tool-input.ts"

const isOptional = (name: string) => name === "note"

describe("HO-06 what an agent sends to a tool", () => {
  it.each(["customer_id", "company_id", "phone", "override_eligibility"])("%s is refused by name", (name) => {
    const refusal = toolInput({ name: "Sam", [name]: 1 }, isOptional)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: "invalid_input", field: name })
  })

  it("counts without what platforms add to it", () => {
    const sent = { session_id: "s", agent_id: "a", conversation_id: "c", tool_call_id: "t", name: "Sam" }
    expect(toolInput(sent, isOptional)).toEqual({ name: "Sam" })
  })

  it.each([null, 0, "", " ", "0", "null"])("leaves an optional input out that is %j", (value) => {
    expect(toolInput({ name: value, note: value }, isOptional)).toEqual({ name: value })
  })
})
