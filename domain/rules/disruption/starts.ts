/** Decides together where appointments go that were promised a start. */
import { besideOf, type ProposedTime } from "../../model/disruption.ts"
import { msPerMinute } from "../../time/units.ts"
import { blocksOf } from "../availability/blocks.ts"
import { chooseCrew } from "../booking/choose-crew.ts"
import type { BookableTime } from "../booking/judge-booking.ts"
import { assignResources } from "../resources/resources-at.ts"
import { assign, usualLooks } from "./assign.ts"
import { type ChainOption, type ChainPart, chainOptions, chainsOf } from "./chains.ts"
import { type Decided, isNamed, NotOffered, type OpenHit, type ProposeOptions } from "./hits.ts"
import {
  atItsStart,
  type MoveOption,
  moveOptions,
  optionAt,
  type Standing,
  usualLimits,
} from "./move-options.ts"
import { beside, type Hit, leftBeside, optionsMeet } from "./options.ts"

/** With what the option takes, so that the visits of a team are planned around it. */
export interface DecidedStart extends Decided {
  /** The appointment's. */
  id: number
  option: MoveOption
}

/** Appointments that follow one another, or one alone; named by the first. */
type StartHit = Hit<ChainOption> & {
  all: readonly OpenHit[]
  /** Staff have set where the others of the visit go. */
  isLed: boolean
}

export function* decideStarts(
  hits: readonly OpenHit[],
  { withAlternatives }: Pick<ProposeOptions, "withAlternatives">,
): Generator<void, Map<number, DecidedStart> | NotOffered> {
  const chosen = new Map<number, MoveOption>()
  for (const of of hits) {
    if (of.setting === null) continue
    const option = yield* setOption(of)
    if (option === null || [...chosen.values()].some((other) => optionsMeet(other, option)))
      return new NotOffered(of.appointment.id)
    chosen.set(of.appointment.id, option)
  }
  const open: StartHit[] = []
  for (const chain of chainsOf(hits, ({ appointment }) => appointment)) {
    const all = chain.filter(({ setting }) => setting === null)
    if (all.length === 0) continue
    const led = chain.find(({ setting }) => setting !== null)
    const shift = led ? chosen.get(led.appointment.id)!.start - standingOf(led).start : null
    const options = yield* optionsOf(all, shift)
    if (led && beside([{ id: 0, options }], [...chosen.values()])[0]!.options.length === 0)
      return new NotOffered(led.appointment.id)
    open.push({ id: all[0]!.appointment.id, all, isLed: led !== undefined, options })
  }
  choose(open, yield* assign(beside(open, [...chosen.values()])), chosen)
  yield* retry(
    open.filter(({ id }) => !chosen.has(id)),
    chosen,
  )
  const decided = new Map<number, DecidedStart>()
  for (const of of hits) {
    const option = chosen.get(of.appointment.id)
    const judged = option && judgedOf(of, option)
    if (!option || !judged) continue
    const hit = open.find(({ all }) => all.includes(of))
    const others = hits
      .filter((one) => !(hit?.all ?? [of]).includes(one))
      .flatMap(({ appointment: { id } }) => chosen.get(id) ?? [])
    decided.set(of.appointment.id, {
      id: of.appointment.id,
      ...{ option, judged, isTold: option.isTold, time: timeOf(judged) },
      alternatives: hit && withAlternatives ? alternativesOf(of, hit, option, others) : [],
    })
    yield
  }
  return decided
}

function* setOption({ input, setting, ...of }: OpenHit): Generator<void, MoveOption | null> {
  const { providerId, locationId, start } = setting!
  const option = optionAt(input, standingOf({ input, setting, ...of }), {
    ...{ providerId: providerId ?? of.appointment.provider_id, locationId, start },
  })
  yield
  return option
}

/** The times to which all of them could go; with a shift, that distance alone, since staff have set another of them there. */
function* optionsOf(all: readonly OpenHit[], shift: number | null): Generator<void, ChainOption[]> {
  const parts: ChainPart[] = []
  // The options of one of several are limited by the others, so each is asked for many more.
  const limits = all.length > 1 || shift !== null ? limitsInChain : usualLimits
  for (const of of all) {
    const { start, providerId } = standingOf(of)
    const isAtShift = (option: MoveOption) => shift === null || option.start - start === shift
    parts.push({
      start,
      providerId,
      options: yield* moveOptions(of.input, standingOf(of), limits, isAtShift),
    })
  }
  return chainOptions(parts)
}

const unlimited = Number.POSITIVE_INFINITY
const limitsInChain = { sameDay: unlimited, otherDay: unlimited, perStart: 6, inAll: unlimited }

function choose(
  hits: readonly StartHit[],
  found: ReadonlyMap<number, ChainOption>,
  chosen: Map<number, MoveOption>,
): void {
  for (const { id, all } of hits)
    for (const [i, part] of (found.get(id)?.parts ?? []).entries()) chosen.set(all[i]!.appointment.id, part)
}

/**
 * Hits without a time try the starts that those with one leave, in rounds: each gets some of the nearest, and who gets none of
 * these tries again beside the others. Those that follow one another have tried all that they may.
 */
function* retry(unplaced: readonly StartHit[], chosen: Map<number, MoveOption>): Generator<void, void> {
  let left = unplaced.filter(({ all, isLed }) => all.length === 1 && !isLed)
  for (let round = 0; round < mostRounds && left.length > 0; round++) {
    const leave = leftBeside([...chosen.values()])
    const inAll = Math.min(optionsForEach * left.length, Math.ceil(optionsOfRound / left.length))
    const hits: StartHit[] = []
    for (const hit of left) {
      const of = hit.all[0]!
      const isOpen = (option: MoveOption) => leave(option) !== null
      const found = yield* moveOptions(of.input, standingOf(of), { ...limitsAlone, inAll }, isOpen)
      const options = found.flatMap((option) => leave({ ...option, parts: [option] }) ?? [])
      if (options.length > 0) hits.push({ ...hit, options })
    }
    choose(hits, yield* assign(hits, { ...usualLooks, whole: 0 }), chosen)
    left = hits.filter(({ id }) => !chosen.has(id))
    if (left.length === hits.length) return
  }
}

const limitsAlone = { sameDay: unlimited, otherDay: unlimited, perStart: 6 }
const mostRounds = 8
/** For each that competes for them. */
const optionsForEach = 12
/** Each costs as much as the judging of one start. */
const optionsOfRound = 24_000

const standingOf = (of: OpenHit): Standing => {
  const { appointment, loaded } = of
  return {
    id: appointment.id,
    customerId: appointment.customer_id,
    providerId: appointment.provider_id,
    locationId: appointment.location_id,
    start: appointment.start_at.getTime() / msPerMinute,
    crewIds: (appointment.crew ?? []).map(({ id }) => id),
    isNamed: isNamed(of),
    mayOverlap: loaded.type!.customer_overlap,
  }
}

/** As it is written. Null where the option that was found does not hold by itself. */
function judgedOf(of: OpenHit, { providerId, locationId, start }: MoveOption): BookableTime | null {
  const input = atItsStart(of.input)
  const provider = input.providers.find(({ id }) => id === providerId)!
  const location = input.locations.find(({ id }) => id === locationId)!
  const blocks = blocksOf(input, provider, location, start)
  const assigned = blocks && assignResources(input, location, blocks)
  if (blocks === null || assigned === null) return null
  const { crewIds, providerId: present } = standingOf(of)
  const preferred = [...crewIds, present].filter((id) => id !== providerId)
  const crew = chooseCrew(input, { provider, location }, blocks, { preferred, fixed: null })
  if (!Array.isArray(crew)) return null
  return { input, provider, location, blocks, assigned, crew }
}

const timeOf = ({ provider, location, blocks, crew }: BookableTime): ProposedTime => ({
  providerId: provider.id,
  ...besideOf(crew.map(({ id }) => id)),
  locationId: location.id,
  start: blocks[0]!.start,
  end: blocks.at(-1)!.end,
  plannedStart: null,
})

function alternativesOf(
  of: OpenHit,
  { all, options }: StartHit,
  chosen: MoveOption,
  others: readonly MoveOption[],
): ProposedTime[] {
  const found: ProposedTime[] = []
  const index = all.indexOf(of)
  for (const option of options) {
    if (found.length === 3) break
    const part = option.parts[index]!
    const isSame = part.start === chosen.start && part.providerId === chosen.providerId
    if (isSame || found.some(({ start }) => start === part.start)) continue
    if (others.some((other) => optionsMeet(other, option))) continue
    const judged = judgedOf(of, part)
    if (judged) found.push(timeOf(judged))
  }
  return found
}
