import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { companyMounts } from "../../src/http/company/mounts.ts"
import type { Mount } from "../../src/http/mount.ts"
import { type Fuzzer, openFuzzer } from "./company.ts"
import { makeWorld, type World } from "./world.ts"

let world: World
let fuzzer: Fuzzer
beforeAll(async () => {
  world = await makeWorld()
  fuzzer = await openFuzzer(world)
})
afterAll(async () => {
  fuzzer.close()
  await world.service.stop()
})

const runs = 15

/** What is made first can be read and changed before it is deleted, and parts are deleted before their whole. */
const order = ["POST", "GET", "PUT", "DELETE"]
const byMethod = [...companyMounts].sort(
  (a, b) => order.indexOf(a.method) - order.indexOf(b.method) || depthOf(b) - depthOf(a),
)

function depthOf({ method, path }: Mount): number {
  return method === "DELETE" ? path.split("/").length : 0
}

describe("GE-01 GE-02 GE-05 GE-06 any input: an answer as declared, no 500, and no change by a refusal", () => {
  const untouched: string[] = []

  for (const mount of byMethod) {
    const title = `${mount.method} ${mount.path}`
    it(title, async () => {
      const { succeeded, refusal } = await fuzzer.fuzz(mount, runs)
      if (succeeded === 0 && title !== "DELETE /sessions") untouched.push(refusal)
    })
  }

  it("reaches success wherever a key may, so that answers were judged and not refusals alone", () => {
    expect(untouched, "give them a right request in right.ts").toEqual([])
  })
})
