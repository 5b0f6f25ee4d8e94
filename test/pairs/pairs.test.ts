/** Each two capabilities meet once: what is offered can be booked, takes the minutes that it should, and lets go of them again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type CapabilityName, together } from "./capabilities.ts"
import { fateOfPair, pairsOfNames, refusedPair, titleOfPair } from "./cells.ts"
import { expectedEvents } from "./expected-events.ts"
import { expectedMinutes } from "./expected-minutes.ts"
import * as doing from "./pair-deeds.ts"
import { openPairWorld, type PairWorld } from "./pair-world.ts"
import { Refused } from "./refused.ts"
import { type Stage, stageOf } from "./stage.ts"

let world: PairWorld
beforeAll(async () => {
  world = await openPairWorld()
})
afterAll(() => world.stop())

const provenPairs = pairsOfNames.filter((pair) => fateOfPair(...pair).is === "proven")
const refusedPairs = pairsOfNames.filter((pair) => fateOfPair(...pair).is === "refused")
const titled = (pairs: typeof pairsOfNames) => pairs.map((pair) => [titleOfPair(...pair), pair] as const)

describe("PM-03 two capabilities together are offered, explained, booked, moved, cancelled and reopened", () => {
  it.each(titled([["plain", "plain"], ...provenPairs]))("%s", async (_title, pair) => {
    await play(await stageOf(world, together(...pair)))
  })
})

describe("PM-03 two capabilities that do not go together are refused in words", () => {
  it.each(titled(refusedPairs))("%s", async (_title, pair) => {
    expect(await refusalOf(pair)).toBe(refusedPair(...pair)!.says)
  })
})

const everybody = { search: true, explanation: true, range: true }
const nobody = { search: false, explanation: false, range: false }

async function play(stage: Stage): Promise<void> {
  const { pair, customerId, otherCustomerId } = stage
  const isClass = pair.ways.has("as a seat")
  const isWindow = "promise" in pair.type
  const hour = isWindow ? "14" : "15"
  const [first, later] = [`2027-03-15T${hour}:00:00.000Z`, `2027-03-17T${hour}:00:00.000Z`]
  await doing.preparing(stage, first, later)
  await doing.besides(stage, first)
  const sessions = isClass ? [minuteOf(first), minuteOf(later)] : []
  const taken = async (beginnings: readonly number[]) =>
    expect(await doing.takenNow(stage)).toEqual(expectedMinutes(pair, isClass ? sessions : beginnings))

  const request = await doing.requestOf(stage, customerId)
  expect(await doing.voicesOn(stage, first, request, customerId)).toEqual(everybody)
  const ids = await doing.book(stage, first, request)
  await taken(await doing.beginningsOf(stage, ids, minuteOf(first)))
  // A class has seats left, and a window has room for another visit.
  const another = await doing.requestOf(stage, otherCustomerId)
  const left = isClass || isWindow ? everybody : nobody
  expect(await doing.voicesOn(stage, first, another, otherCustomerId)).toEqual(left)

  await doing.confirm(stage, ids)
  await doing.move(stage, ids, later)
  await taken(await doing.beginningsOf(stage, ids, minuteOf(later)))
  await doing.cancel(stage, ids)
  await taken([])
  await doing.reopen(stage, ids)
  await taken(await doing.beginningsOf(stage, ids, minuteOf(later)))
  expect(await doing.eventsOf(stage, ids)).toEqual(expectedEvents(pair, ids))
}

/** The program's refusal of it, at any step of the way: at its set-up, or when it is asked for, held or booked. */
async function refusalOf(pair: readonly [CapabilityName, CapabilityName]): Promise<string> {
  const start = "2027-03-15T15:00:00.000Z"
  try {
    const stage = await stageOf(world, together(...pair))
    await doing.preparing(stage, start)
    const request = await doing.requestOf(stage, stage.customerId)
    await doing.voicesOn(stage, start, request, stage.customerId)
    await doing.book(stage, start, request)
  } catch (error) {
    if (error instanceof Refused && error.status === 400) return error.message
    throw error
  }
  return "not refused"
}

const minuteOf = (instant: string) => Date.parse(instant) / 60_000
