/** Every list, one by one: its pages hold what the whole list holds, in the same order. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import { rightFor } from "./right.ts"
import { makeWorld, tableForSegment, type World } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.service.stop())

const lists = companyMounts.filter(
  ({ method, operation }) => method === "GET" && operation.list && "cursor" in (operation.query?.shape ?? {}),
)
/** Longer ones tell nothing more. */
const mostPages = 40

it("TQ-04 the pages of each list are the list, whatever their size", async () => {
  const { api } = world.service
  const found: string[] = []
  let compared = 0
  for (const mount of lists) {
    const path = rightFor(mount, world)?.path ?? pathOf(mount.path)
    const read = async (query: string) =>
      (await api("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`)).body
    const { data: whole } = await read("limit=100")
    if (!Array.isArray(whole) || whole.length < 2) continue
    compared += 1
    const one: unknown[] = []
    for (let cursor: string | null = ""; cursor !== null && one.length < mostPages; ) {
      const page = await read(`limit=1${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`)
      one.push(...page.data)
      cursor = page.next_cursor
    }
    if (JSON.stringify(one) !== JSON.stringify(whole.slice(0, mostPages)))
      found.push(`${path}: ${one.length} of ${whole.length}`)
  }
  expect(found).toEqual([])
  expect(compared).toBeGreaterThan(15)
})

function pathOf(path: string): string {
  return path.replace(
    /\/([\w-]+)\/:\w+/g,
    (_, segment: string) => `/${segment}/${world.idsOf(tableForSegment(segment)!)[0]}`,
  )
}
