import { describe, expect, it } from "vitest"
import { decodeCursor, encodeCursor } from "../../../domain/model/paging.ts"

const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString("base64url")

describe("a cursor", () => {
  it("is read as it was written", () => {
    const key = [Date.UTC(2027, 2, 16), 7]
    expect(decodeCursor(encodeCursor(key), ["instant", "number"])).toEqual(key)
  })

  it("is refused when its instant is none that a database can hold", () => {
    for (const instant of [8.64e15 + 1, -1, -8.64e15, 0.5, 2 ** 60]) {
      expect(() => decodeCursor(cursorOf([instant, 1]), ["instant", "number"])).toThrow("cursor")
    }
  })

  it("is refused when it holds other parts than the list's", () => {
    for (const key of [[], [1], ["1", 1], [1, 1, 1], [null, 1], [{}, 1], {}, null, 7]) {
      expect(() => decodeCursor(cursorOf(key), ["instant", "number"])).toThrow("cursor")
    }
  })
})
