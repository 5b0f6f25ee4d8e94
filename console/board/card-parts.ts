/** The parts of a card: steps with the provider and steps without, and its place among the services of one visit. */
import { type Span, without } from "../parts/spans.ts"
import type { AppointmentType, Board, BoardAppointment } from "./board-data.ts"

/** A card, as far as it is divided. */
interface Divided {
  start: number
  end: number
  free: readonly Span[]
}

export interface CardPart {
  /** Null where the type no longer says how its time is divided. */
  name: string | null
  start: number
  end: number
  staffed: boolean
}

export interface PartInVisit {
  /** Counted from 1. */
  at: number
  of: number
  ids: readonly number[]
  /** The columns of the service before and the one after it: in this column, in another, or nowhere. */
  before: "here" | "elsewhere" | null
  after: "here" | "elsewhere" | null
}

/** When the provider is free within the appointment. What is occupied has a stretch for each run of steps with them. */
export function freeWithin(
  { status, blocks }: BoardAppointment,
  block: Span,
  occupied: readonly Span[],
): Span[] {
  if (status === "cancelled" || blocks.length > 1 || occupied.length < 2) return []
  return without([block], occupied)
}

/** When the provider is needed. */
export const staffedIn = ({ start, end, free }: Divided): Span[] => without([[start, end]], free)

/** The card's parts in their order, by the steps of its type where these still say the same; empty for a card without free time. */
export function partsOf(card: Divided, type: Pick<AppointmentType, "steps"> | undefined): CardPart[] {
  if (card.free.length === 0) return []
  const steps = stepsFrom(card.start, type?.steps ?? [])
  const agrees =
    steps.at(-1)?.end === card.end &&
    steps.every(({ start, end, staffed }) => staffed !== isWithin([start, end], card.free))
  if (agrees) return merged(steps)
  return [
    ...staffedIn(card).map(([start, end]) => ({ name: null, start, end, staffed: true })),
    ...card.free.map(([start, end]) => ({ name: null, start, end, staffed: false })),
  ].sort((a, b) => a.start - b.start)
}

/** Buffers around the provider's steps reach into the ones without, so the middle decides. */
function isWithin([start, end]: Span, free: readonly Span[]): boolean {
  const middle = (start + end) / 2
  return free.some(([from, until]) => from <= middle && middle < until)
}

function stepsFrom(start: number, steps: NonNullable<AppointmentType["steps"]>): CardPart[] {
  let at = start
  return steps.map(({ name, minutes, staffed }) => {
    const part = { name: name ?? null, start: at, end: at + minutes, staffed }
    at += minutes
    return part
  })
}

/** Steps of the provider that follow one another are one part. */
function merged(steps: readonly CardPart[]): CardPart[] {
  const parts: CardPart[] = []
  for (const step of steps) {
    const last = parts.at(-1)
    if (!last || last.staffed !== step.staffed) parts.push(step)
    else
      parts[parts.length - 1] = {
        ...last,
        name: [last.name, step.name].filter(Boolean).join(", ") || null,
        end: step.end,
      }
  }
  return parts
}

/** The services of one visit, in the order of their starts. A cancelled one is none of it. */
export function visitsOf({ appointments }: Board): ReadonlyMap<number, readonly BoardAppointment[]> {
  const visits = new Map<number, BoardAppointment[]>()
  for (const each of appointments)
    if (each.group_id !== undefined && each.status !== "cancelled")
      visits.set(each.group_id, [...(visits.get(each.group_id) ?? []), each])
  for (const visit of visits.values()) visit.sort((a, b) => a.start_time.localeCompare(b.start_time))
  return visits
}

/** @param isHere whether another service stands in the same column */
export function partInVisit(
  { id, group_id }: BoardAppointment,
  visits: ReadonlyMap<number, readonly BoardAppointment[]>,
  isHere: (other: BoardAppointment) => boolean,
): PartInVisit | null {
  const visit = (group_id !== undefined && visits.get(group_id)) || []
  const at = visit.findIndex((each) => each.id === id)
  if (visit.length < 2 || at < 0) return null
  const where = (other: BoardAppointment | undefined) =>
    other ? (isHere(other) ? "here" : "elsewhere") : null
  return {
    at: at + 1,
    of: visit.length,
    ids: visit.map((each) => each.id),
    before: where(visit[at - 1]),
    after: where(visit[at + 1]),
  }
}
