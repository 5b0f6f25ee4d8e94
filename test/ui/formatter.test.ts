import { expect, it } from "vitest"
import { remembering } from "../../ui/formatter.ts"

it("makes each value once, and empties itself when it is full: a server renders pages for months", () => {
  const made: string[] = []
  const kept = remembering<{ key: string }>(2)
  const get = (key: string) =>
    kept(key, () => {
      made.push(key)
      return { key }
    })
  expect(get("a")).toBe(get("a"))
  get("b")
  get("a")
  expect(made).toEqual(["a", "b"])
  get("c")
  get("a")
  get("c")
  expect(made).toEqual(["a", "b", "c", "a"])
})
