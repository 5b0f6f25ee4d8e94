import { expect, it } from "vitest"
import { remembering } from "../../web/shared/remembering.ts"

it("makes each once, and keeps no more than it was told to: a server draws pages for ever", () => {
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
