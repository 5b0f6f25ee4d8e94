/** The follow-ups of a booking, for each capability. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type CapabilityName, capabilities, together } from "./capabilities.ts"
import { type Booked, followDeeds } from "./follow-deeds.ts"
import { followed, notFollowed, refusedDeed } from "./follow-rows.ts"
import * as doing from "./pair-deeds.ts"
import { openPairWorld, type PairWorld } from "./pair-world.ts"
import { stageOf } from "./stage.ts"

let world: PairWorld
beforeAll(async () => {
  world = await openPairWorld()
})
afterAll(() => world.stop())

async function bookedOf(name: CapabilityName): Promise<Booked> {
  const stage = await stageOf(world, together(name))
  const hour = name === "window" ? "14" : "15"
  const [start, later] = [`2027-03-15T${hour}:00:00.000Z`, `2027-03-17T${hour}:00:00.000Z`]
  await doing.preparing(stage, start, later)
  await doing.besides(stage, start)
  const ids = await doing.book(stage, start, await doing.requestOf(stage, stage.customerId))
  await doing.confirm(stage, ids)
  return { stage, ids, start, later }
}

describe.each(capabilities)("PM-03 $name", ({ name }) => {
  let booked: Promise<Booked> | null = null
  it.each(followed.filter((what) => notFollowed(name, what) === null))(`${name} × %s`, async (what) => {
    booked ??= bookedOf(name)
    const done = followDeeds[what]!(await booked, world)
    const refused = refusedDeed(name, what)
    await (refused ? expect(done).rejects.toThrow(refused.says) : done)
  })
})

it("PM-03 each of them that the table names is done here", () => {
  expect(Object.keys(followDeeds)).toEqual(followed)
})
