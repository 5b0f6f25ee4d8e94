/** Several types in one visit against the oracle: each part minute by minute, with the parts before it written into the schedule. */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { ProviderPlan, SearchInput } from "../../../../domain/model/availability.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { findGroups } from "../../../../domain/rules/groups/find-groups.ts"
import { type GroupPart, partAfter } from "../../../../domain/rules/groups/group-part.ts"
import type { Following } from "../../../../domain/rules/groups/searched-parts.ts"
import { drawn, shareOfNumber } from "../../../support/trials.ts"
import { dayAt, oracleCrewStarts } from "../availability/oracle.ts"
import { randomSearch } from "../availability/random-input.ts"

const cases = 40

const shifted = (minutes: Int32Array, by: number) => minutes.map((minute) => minute + by)

const colleague = fc.record({ by: fc.integer({ min: -700, max: 700 }), isFree: fc.boolean() })

function colleagueOf(
  lead: ProviderPlan,
  id: number,
  { by, isFree }: { by: number; isFree: boolean },
): ProviderPlan {
  return {
    ...lead,
    id,
    timeOff: shifted(lead.timeOff, by),
    busy: isFree ? new Int32Array(0) : shifted(lead.busy, by),
    typeStarts: shifted(lead.typeStarts, by),
    jobs: isFree ? [] : lead.jobs.map((job) => ({ ...job, start: job.start + by, end: job.end + by })),
  }
}

const further = fc.record({
  isSameType: fc.boolean(),
  minutes: fc.constantFrom(15, 30, 45),
  before: fc.constantFrom(0, 0, 5),
  after: fc.constantFrom(0, 0, 10),
  step: fc.constantFrom(5, 15, 30),
  starts: fc.constantFrom("grid" as const, "packed" as const),
  crew: fc.constantFrom(1, 1, 2),
  isElsewhere: fc.boolean(),
})

interface Asked {
  inputs: [SearchInput, ...SearchInput[]]
  following: Following
}

const asked: fc.Arbitrary<Asked> = fc
  .record({
    input: randomSearch("one day"),
    drawn: fc.array(colleague, { minLength: 1, maxLength: 3 }),
    further: fc.array(further, { minLength: 1, maxLength: 2 }),
    gapMinutes: fc.constantFrom(0, 15, 30),
    sameProvider: fc.boolean(),
  })
  .map(({ input, drawn, further: rest, gapMinutes, sameProvider }) => {
    const lead = input.providers[0]!
    const providers = [lead, ...drawn.map((one, i) => colleagueOf(lead, i + 2, one))]
    // Long buffers of the first leave nothing to follow it.
    const type = {
      ...input.type,
      bufferBeforeMinutes: Math.min(input.type.bufferBeforeMinutes, 10),
      bufferAfterMinutes: Math.min(input.type.bufferAfterMinutes, 10),
      crew: 1,
    }
    const first = { ...input, type, providers }
    const inputs: Asked["inputs"] = [first]
    for (const [i, one] of rest.entries()) {
      const other = {
        ...type,
        id: one.isSameType ? type.id : i + 2,
        blockMinutes: [one.minutes],
        bufferBeforeMinutes: one.before,
        bufferAfterMinutes: one.after,
        slotIntervalMinutes: one.step,
        starts: one.starts,
        crew: one.crew,
      }
      // The provider of a later part is not always the first's.
      const able = one.isElsewhere ? providers.slice(1) : providers
      const theirs = one.isSameType ? able : able.map((plan) => ({ ...plan, typeStarts: new Int32Array(0) }))
      inputs.push({ ...first, type: other, providers: theirs })
    }
    return { inputs, following: { gapMinutes, sameProvider } }
  })

/** The part as rows of a schedule, written by hand. */
function withPart(input: SearchInput, part: GroupPart): SearchInput {
  const { type, serviceAddress } = part.input
  const comes = [part.provider.id, ...part.crew.map(({ id }) => id)]
  const block = [part.start - type.bufferBeforeMinutes, part.end + type.bufferAfterMinutes]
  const point = type.place === "at_customer" ? serviceAddress?.point : null
  const providers = input.providers.map((plan) => {
    if (!comes.includes(plan.id)) return plan
    const typeStarts = type.id === input.type.id ? [...plan.typeStarts, part.start] : [...plan.typeStarts]
    const jobs = point ? [...plan.jobs, { start: part.start, end: part.end, ...point }] : plan.jobs
    const pairs = [...plan.busy, ...block]
    const rows = Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i]!, pairs[2 * i + 1]!])
    const busy = Int32Array.from(rows.sort((a, b) => a[0]! - b[0]!).flat())
    return { ...plan, busy, jobs, typeStarts: Int32Array.from(typeStarts.sort((a, b) => a - b)) }
  })
  if (!input.resources) return { ...input, providers }
  const moved = new Map(part.assigned.moved.map((use) => [use.id, use]))
  const uses = [
    ...input.resources.uses.map((use) => ({ ...use, ...moved.get(use.id) })),
    ...part.assigned.taken.map((use) => ({ ...use, id: 0, isPinned: true })),
  ]
  return { ...input, providers, resources: { ...input.resources, uses } }
}

function oracleOffers(input: SearchInput, provider: ProviderPlan, from: number, until: number): number[] {
  const location = input.locations[0]!
  const [firstDay, lastDay] = [dayAt(location.zone, from), dayAt(location.zone, until)]
  const around = {
    ...input,
    firstDay: Math.max(input.firstDay, firstDay),
    endDay: Math.min(input.endDay, lastDay + 1),
  }
  return oracleCrewStarts(around, provider, location).filter((start) => start >= from && start <= until)
}

/** True where the rest can follow, by trying all providers at every minute. */
function canFollow(before: GroupPart[], rest: readonly SearchInput[], following: Following): boolean {
  const [next, ...later] = rest
  if (next === undefined) return true
  const { end, provider: last } = before.at(-1)!
  const input = before.reduce(withPart, { ...next, endDay: next.endDay + 1 })
  const able = following.sameProvider ? input.providers.filter(({ id }) => id === last.id) : input.providers
  return able.some((provider) =>
    oracleOffers(input, provider, end, end + following.gapMinutes).some((start) => {
      const at = { providerId: provider.id, location: input.locations[0]!, start }
      const part = partAfter({ ...next, endDay: next.endDay + 1 }, before, at)
      return part !== null && canFollow([...before, part], later, following)
    }),
  )
}

it("CL-06 CL-11 offers exactly the starts at which all types can follow one another", () => {
  const tally = { offered: 0, refused: 0, apart: 0 }
  const holds = ({ inputs, following }: Asked) => {
    const [first, ...rest] = inputs
    const groups = finished(findGroups(inputs, following))
    const location = first.locations[0]!
    for (const provider of first.providers) {
      const alone = oracleCrewStarts(first, provider, location)
      const found = groups.result.offered.find((one) => one.provider.id === provider.id)?.starts ?? []
      tally.offered += found.length
      tally.refused += alone.length - found.length
      for (const start of found) {
        const parts = groups.partsAt({ provider, location, start })
        expect(parts).toHaveLength(inputs.length)
        for (const [i, part] of parts.entries()) {
          if (i === 0) continue
          const gap = part.start - parts[i - 1]!.end
          expect(gap).toBeGreaterThanOrEqual(0)
          expect(gap).toBeLessThanOrEqual(following.gapMinutes)
          if (following.sameProvider) expect(part.provider.id).toBe(provider.id)
          else if (part.provider.id !== parts[i - 1]!.provider.id) tally.apart += 1
        }
      }
      const step = Math.max(1, Math.floor(alone.length / 4))
      for (let i = 0; i < alone.length; i += step) {
        const start = alone[i]!
        const part = partAfter(first, [], { providerId: provider.id, location, start })!
        expect([start, found.includes(start)]).toEqual([start, canFollow([part], rest, following)])
      }
    }
  }
  fc.assert(fc.property(asked, holds), drawn(cases, 20270314))
  expect(tally.offered).toBeGreaterThan(shareOfNumber(cases))
  expect(tally.refused).toBeGreaterThan(shareOfNumber(cases))
  expect(tally.apart).toBeGreaterThan(0)
})
