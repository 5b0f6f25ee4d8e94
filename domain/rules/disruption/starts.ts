/** Decides together where appointments go that were promised a start. */
import type { ProposedTime } from "../../model/disruption.ts"
import { msPerMinute } from "../../time/units.ts"
import { blocksOf } from "../availability/blocks.ts"
import { chooseCrew } from "../booking/choose-crew.ts"
import type { JudgedMove } from "../booking/judge-move.ts"
import { assignResources } from "../resources/resources-at.ts"
import { assign, beside, type Hit, optionsMeet } from "./assign.ts"
import { type Decided, isNamed, NotOffered, type OpenHit, type ProposeOptions } from "./hits.ts"
import {
  allOptions,
  atItsStart,
  type MoveOption,
  moveOptions,
  optionAt,
  type Standing,
} from "./move-options.ts"

/** With what the option takes, so that the visits of a team are planned around it. */
export interface DecidedStart extends Decided {
  /** The appointment's. */
  id: number
  option: MoveOption
}

type StartHit = Hit<MoveOption> & { of: OpenHit }

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
  for (const of of hits.filter(({ setting }) => setting === null))
    open.push({ id: of.appointment.id, of, options: yield* moveOptions(of.input, standingOf(of)) })
  const found = assign(beside(open, [...chosen.values()]))
  for (const [id, option] of found) chosen.set(id, option)
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
    const options = withAlternatives ? (open.find(({ id }) => id === of.appointment.id)?.options ?? []) : []
    const others = [...chosen.values()].filter((one) => one !== option)
    decided.set(of.appointment.id, {
      id: of.appointment.id,
      ...{ option, judged, isTold: option.isTold, time: timeOf(judged) },
      alternatives: alternativesOf(of, options, option, others),
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

/** Those without a time try every start of the dates, beside what was chosen. */
function* retry(left: readonly StartHit[], chosen: Map<number, MoveOption>): Generator<void, void> {
  if (left.length === 0) return
  const all: Hit<MoveOption>[] = []
  for (const { id, of } of left)
    all.push({ id, options: yield* moveOptions(of.input, standingOf(of), allOptions) })
  for (const [id, option] of assign(beside(all, [...chosen.values()]), 0)) chosen.set(id, option)
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
function judgedOf(of: OpenHit, { providerId, locationId, start }: MoveOption): JudgedMove | null {
  const input = atItsStart(of.input)
  const provider = input.providers.find(({ id }) => id === providerId)!
  const location = input.locations.find(({ id }) => id === locationId)!
  const blocks = blocksOf(input.type, provider, location, start)
  const assigned = blocks && assignResources(input, location, blocks)
  if (blocks === null || assigned === null) return null
  const { crewIds, providerId: present } = standingOf(of)
  const preferred = [...crewIds, present].filter((id) => id !== providerId)
  const crew = chooseCrew(input, { provider, location }, blocks, { preferred, fixed: null })
  if (!Array.isArray(crew)) return null
  return { input, provider, location, blocks, assigned, crew }
}

const timeOf = ({ provider, location, blocks }: JudgedMove): ProposedTime => ({
  providerId: provider.id,
  locationId: location.id,
  start: blocks[0]!.start,
  end: blocks.at(-1)!.end,
  plannedStart: null,
})

function alternativesOf(
  of: OpenHit,
  options: readonly MoveOption[],
  chosen: MoveOption,
  others: readonly MoveOption[],
): ProposedTime[] {
  const found: ProposedTime[] = []
  for (const option of options) {
    if (found.length === 3) break
    const isSame = option.start === chosen.start && option.providerId === chosen.providerId
    if (isSame || found.some(({ start }) => start === option.start)) continue
    if (others.some((other) => optionsMeet(other, option))) continue
    const judged = judgedOf(of, option)
    if (judged) found.push(timeOf(judged))
  }
  return found
}
