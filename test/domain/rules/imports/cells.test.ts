/** The meaning of a file's cell, and a refusal by the cell's name. */
import { describe, expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import {
  findNamed,
  flagOf,
  neededText,
  numberOf,
  readOrRefusal,
  textOf,
} from "../../../../domain/rules/imports/cells.ts"
import { numbersOf } from "../../../../domain/rules/imports/read-numbers.ts"

const refusedField = (read: () => unknown) => {
  const read_ = readOrRefusal(read)
  return read_ instanceof Refusal ? read_.field : read_
}

describe("a cell", () => {
  it("TQ-02 is a text without its spaces and without a spreadsheet's guard, or nothing", () => {
    expect(textOf({ name: "  Sam Poe " }, "name")).toBe("Sam Poe")
    expect(textOf({ name: "'+15125550123" }, "name")).toBe("+15125550123")
    expect(textOf({ name: "'quoted'" }, "name")).toBe("'quoted'")
    for (const empty of ["", "   ", null, undefined]) expect(textOf({ name: empty }, "name")).toBeNull()
    expect(refusedField(() => neededText({ name: " " }, "name"))).toBe("name")
    expect(neededText({ name: "Sam" }, "name")).toBe("Sam")
  })

  it("TQ-02 says yes or no in three languages, nothing when empty, and is refused otherwise", () => {
    for (const yes of ["yes", "Y", "TRUE", "1", "x", "sí", "Si", "oui"])
      expect(flagOf({ active: yes }, "active"), yes).toBe(true)
    for (const no of ["no", "N", "false", "0", "Non"])
      expect(flagOf({ active: no }, "active"), no).toBe(false)
    expect(flagOf({ active: " " }, "active")).toBeNull()
    expect(refusedField(() => flagOf({ active: "perhaps" }, "active"))).toBe("active")
  })

  it("TQ-02 is a number with a point or a comma", () => {
    expect(numberOf({ km: "12.5" }, "km")).toBe(12.5)
    expect(numberOf({ km: "12,5" }, "km")).toBe(12.5)
    expect(numberOf({ km: "" }, "km")).toBeNull()
    expect(refusedField(() => numberOf({ km: "far" }, "km"))).toBe("km")
    expect(refusedField(() => numberOf({ km: "1,000,000" }, "km"))).toBe("km")
  })

  it("TQ-02 is a phone number as people write it, and no longer than one", () => {
    const phoneOf = (phone: string) => numbersOf({ phone }, "phone").phone
    expect(phoneOf("(512) 555-0123")).toBe("+15125550123")
    expect(phoneOf("")).toBeNull()
    expect(refusedField(() => phoneOf("call me"))).toBe("phone")
    // Zeros that a reader of numbers would skip: the length alone refuses it.
    expect(phoneOf(`+15125550123${" ".repeat(200)}`)).toBe("+15125550123")
    expect(refusedField(() => phoneOf(`+1 512 555 0123${"-".repeat(100)}`))).toBe("phone")
  })
})

describe("a record named in a cell", () => {
  const find = findNamed(
    [
      { id: 1, name: "Ana Ruiz" },
      { id: 2, name: "Ben" },
      { id: 3, name: "ben" },
      { id: 4, name: "007" },
    ],
    "provider",
  )

  it("TQ-02 is found by its name in any spelling, else by its id", () => {
    expect(find("ana ruiz", "provider")).toBe(1)
    expect(find("ANA  RUÍZ", "provider")).toBe(1)
    expect(find("2", "provider")).toBe(2)
    expect(find("007", "provider")).toBe(4)
  })

  it("TQ-02 is refused where two have the name, and where none has it", () => {
    expect(readOrRefusal(() => find("Ben", "provider"))).toMatchObject({
      code: "invalid_input",
      field: "provider",
      message: expect.stringContaining("there are 2 of the name"),
    })
    for (const unknown of ["Cleo", "5", "1234567890123456"])
      expect(
        readOrRefusal(() => find(unknown, "provider")),
        unknown,
      ).toMatchObject({
        code: "not_found",
        field: "provider",
      })
  })

  it("TQ-02 lets a bug through as a bug", () => {
    const bug = () => {
      throw new TypeError("a bug")
    }
    expect(() => readOrRefusal(bug)).toThrow(TypeError)
  })
})
