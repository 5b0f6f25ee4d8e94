/** Decides together where appointments go that were promised a start. */
import { besideOf, type ProposedTime } from "../../model/disruption.ts"
import { msPerMinute } from "../../time/units.ts"
import { blocksOf } from "../availability/blocks.ts"
import { chooseCrew } from "../booking/choose-crew.ts"
import type { BookableTime } from "../booking/judge-booking.ts"
import { assignResources } from "../resources/resources-at.ts"
import { assign, beside, type Hit, optionsMeet } from "./assign.ts"
import { type ChainOption, type ChainPart, chainOptions, chainsOf } from "./chains.ts"
import { type Decided, isNamed, NotOffered, type OpenHit, type ProposeOptions } from "./hits.ts"
import {
  allOptions,
  atItsStart,
  type MoveOption,
  moveOptions,
  type OptionLimits,
  optionAt,
  type Standing,
} from "./move-options.ts"

/** With what the option takes, so that the visits of a team are planned around it. */
export interface DecidedStart extends Decided {
  /** The appointment's. */
  id: number
  option: MoveOption
}

/** Appointments that follow one another, or one alone; named by the first. */
type StartHit = Hit<ChainOption> & { all: readonly OpenHit[] }

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
    const options = yield* optionsOf(all, { shift })
    if (led && beside([{ id: 0, options }], [...chosen.values()])[0]!.options.length === 0)
      return new NotOffered(led.appointment.id)
    open.push({ id: all[0]!.appointment.id, all, options })
  }
  choose(open, assign(beside(open, [...chosen.values()])), chosen)
  yield
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
function* optionsOf(
  all: readonly OpenHit[],
  { shift = null, limits }: { shift?: number | null; limits?: OptionLimits },
): Generator<void, ChainOption[]> {
  const parts: ChainPart[] = []
  // The options of one of several are limited by the others, so each is asked for all that it could take.
  const asked = limits ?? (all.length > 1 || shift !== null ? allOptions : undefined)
  for (const of of all) {
    const { start, providerId } = standingOf(of)
    const options = yield* moveOptions(of.input, standingOf(of), asked)
    const able = shift === null ? options : options.filter((option) => option.start - start === shift)
    parts.push({ start, providerId, options: able })
  }
  return chainOptions(parts)
}

function choose(
  hits: readonly StartHit[],
  found: ReadonlyMap<number, ChainOption>,
  chosen: Map<number, MoveOption>,
): void {
  for (const { id, all } of hits)
    for (const [i, part] of (found.get(id)?.parts ?? []).entries()) chosen.set(all[i]!.appointment.id, part)
}

/** Hits without a time try every start of the dates, beside those that were chosen. Several of one visit have each been tried. */
function* retry(left: readonly StartHit[], chosen: Map<number, MoveOption>): Generator<void, void> {
  const alone = left.filter(({ all }) => all.length === 1)
  if (alone.length === 0) return
  const hits: StartHit[] = []
  for (const { id, all } of alone)
    hits.push({ id, all, options: yield* optionsOf(all, { limits: allOptions }) })
  choose(hits, assign(beside(hits, [...chosen.values()]), 0), chosen)
}

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
