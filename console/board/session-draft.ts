/** The wish for a session of a class: by the form that makes and changes one, or by a drag over the board's columns. */
import type { Answer, Row } from "../api/client.ts"
import { instantAt, localDate, localTime } from "../formats.ts"
import type { AppointmentType, Board } from "./board-data.ts"
import type { Column, SessionCard } from "./columns.ts"
import type { Choice } from "./starts.ts"

type Session = Answer<"readClassSession">
type Resource = Row<"listResources">

/** The wish of a press, a drag or a button. */
export interface SessionWish {
  /** Null for a new one. */
  id: number | null
  /** The wished start; null where that is still to be said, and where it stays. */
  at: GivenAt | null
}

interface GivenAt {
  providerIds: readonly number[]
  locationId: number
  start: number
  /** The wished seats, where they are to change. */
  seats?: number
  resourceIds?: readonly number[]
}

export const newSessionAt = (at: Choice | null): SessionWish => ({
  id: null,
  at: at && { providerIds: [at.providerId], locationId: at.locationId, start: at.start },
})

/** The form's content. */
export interface SessionDraft {
  typeId: number
  leadId: number
  /** The crew beside the leader. */
  besideIds: readonly number[]
  locationId: number
  /** On the location's clock. */
  date: string
  time: string
  seats: string
  resourceIds: readonly number[]
  /** So many weeks from one to the next; 0 for one alone. */
  everyWeeks: number
  count: string
}

export interface Known {
  board: Pick<Board, "providers" | "locations">
  types: readonly AppointmentType[]
  /** The date that the board shows. */
  date: string
}

export const classTypes = (types: readonly AppointmentType[]): AppointmentType[] =>
  types.filter(({ active, seats }) => active && seats != null)

export const whoGives = ({ board }: Known, typeId: number) =>
  board.providers.filter(({ active, appointment_type_ids: ids }) => active && ids.includes(typeId))

export function whereGiven({ board, types }: Known, typeId: number) {
  const ids = types.find(({ id }) => id === typeId)?.location_ids ?? null
  return board.locations.filter(({ id, active }) => active && (ids === null || ids.includes(id)))
}

const providersOf = ({ provider, providers }: Session): number[] =>
  providers?.map(({ id }) => id) ?? [provider.id]

/** Null where there is no class, or no provider who gives one. */
export function draftOf({ at }: SessionWish, session: Session | null, known: Known): SessionDraft | null {
  const types = session
    ? known.types.filter(({ id }) => id === session.appointment_type.id)
    : classTypes(known.types)
  const wanted = at?.providerIds[0]
  const type = types.find(({ id }) => whoGives(known, id).some((each) => each.id === wanted)) ?? types[0]
  const own = session ? providersOf(session) : []
  const typeId = type?.id ?? session?.appointment_type.id
  if (typeId === undefined) return null
  const giving = whoGives(known, typeId)
  const ids = (at?.providerIds ?? own).filter((id) => session || giving.some((each) => each.id === id))
  const [leadId = giving[0]?.id, ...besideIds] = ids
  const locations = whereGiven(known, typeId)
  const locationId = at?.locationId ?? session?.location.id ?? locations[0]?.id
  if (leadId === undefined || locationId === undefined) return null
  const zone =
    known.board.locations.find(({ id }) => id === locationId)?.timezone ?? session?.timezone ?? "UTC"
  const start = at ? at.start * 60_000 : session ? Date.parse(session.start_time) : null
  const stays = session?.location.id === locationId
  return {
    ...{ typeId, leadId, besideIds, locationId },
    date: start === null ? known.date : localDate(start, zone),
    time: start === null ? "" : localTime(start, zone),
    seats: String(at?.seats ?? session?.seats ?? type?.seats ?? ""),
    resourceIds: at?.resourceIds ?? (stays ? (session?.resources ?? []).map(({ id }) => id) : []),
    everyWeeks: 0,
    count: "10",
  }
}

/** Another type: its leader, location and number of seats may be others. */
export function withType(draft: SessionDraft, typeId: number, known: Known): SessionDraft {
  const [giving, locations] = [whoGives(known, typeId), whereGiven(known, typeId)]
  const gives = (id: number) => giving.some((each) => each.id === id)
  return {
    ...draft,
    typeId,
    leadId: gives(draft.leadId) ? draft.leadId : (giving[0]?.id ?? 0),
    besideIds: draft.besideIds.filter(gives),
    locationId: locations.some(({ id }) => id === draft.locationId)
      ? draft.locationId
      : (locations[0]?.id ?? 0),
    seats: String(known.types.find(({ id }) => id === typeId)?.seats ?? draft.seats),
  }
}

/** The leader comes once. */
const comingIn = ({ leadId, besideIds }: SessionDraft) => [leadId, ...besideIds.filter((id) => id !== leadId)]

const zoneIn = ({ locationId }: SessionDraft, { board }: Known) =>
  board.locations.find(({ id }) => id === locationId)?.timezone ?? "UTC"

/** The fields that both writes take. */
const sharedFields = (draft: SessionDraft, known: Known) => ({
  provider_ids: comingIn(draft),
  location_id: draft.locationId,
  start_time: instantAt(zoneIn(draft, known), draft.date, draft.time),
  resource_ids: [...draft.resourceIds],
  seats: Number(draft.seats),
})

export const newSession = (draft: SessionDraft, known: Known) => ({
  ...sharedFields(draft, known),
  appointment_type_id: draft.typeId,
  ...(draft.everyWeeks === 0
    ? {}
    : { repeat: { every_weeks: draft.everyWeeks, count: Number(draft.count) } }),
})

export const changedSession = (draft: SessionDraft, { id, version }: Session, known: Known) => ({
  ...sharedFields(draft, known),
  id,
  if_version: version,
})

/** The way back of a changed session: to where it stood, with the seats and rooms that it had. */
export const wishBack = (before: Session): SessionWish => ({
  id: before.id,
  at: {
    providerIds: providersOf(before),
    locationId: before.location.id,
    start: Date.parse(before.start_time) / 60_000,
    seats: before.seats,
    resourceIds: (before.resources ?? []).map(({ id }) => id),
  },
})

/** The same as a write, with no word to those who come. */
export const changedBack = (before: Session, version: number) => ({
  ...{ id: before.id, if_version: version, start_time: before.start_time, seats: before.seats },
  ...{ provider_ids: providersOf(before), location_id: before.location.id },
  resource_ids: (before.resources ?? []).map(({ id }) => id),
  silent_channels: [...everyChannel],
})

export const everyChannel = ["sms", "mail"] as const

/** True where the attendees hear of it: of another time, another leader or another location. */
export function isMoved(draft: SessionDraft, session: Session, known: Known): boolean {
  if (draft.date === "" || draft.time === "") return false
  return (
    Date.parse(instantAt(zoneIn(draft, known), draft.date, draft.time)) !== Date.parse(session.start_time) ||
    String(comingIn(draft)) !== String(providersOf(session)) ||
    draft.locationId !== session.location.id
  )
}

export const roomsAt = (resources: readonly Resource[], locationId: number): Resource[] =>
  resources.filter(({ active, location_id }) => active && location_id === locationId)

export interface SessionTarget {
  column: Column
  start: number
}

export interface SessionMoving {
  card: SessionCard
  from: Column
  target: SessionTarget | null
}

export const offers = ({ provider, location }: Column, { session }: SessionCard): boolean =>
  provider.active && location.active && provider.appointment_type_ids.includes(session.appointment_type.id)

/** Over a room the session stays with who leads it. */
export function columnOf(columns: readonly Column[], card: SessionCard, over: Column): Column | null {
  if (over.resource === null) return offers(over, card) ? over : null
  const lead = columns.find(
    ({ provider, location, date, resource }) =>
      resource === null &&
      provider.id === card.session.provider_id &&
      location.id === over.location.id &&
      date === over.date,
  )
  return lead && offers(lead, card) ? lead : null
}

/** The session after the drop: the provider of the column it leaves is replaced by that of the column it enters. */
export function wishOf({ card, from, target }: SessionMoving & { target: SessionTarget }): SessionWish {
  const own = givingOn(card)
  const [left, entered] = [from.provider.id, target.column.provider.id]
  const isStaying = from.resource !== null || own.includes(entered)
  const providerIds = isStaying ? own : own.map((id) => (id === left ? entered : id))
  const { column, start } = target
  return { id: card.session.id, at: { providerIds, locationId: column.location.id, start } }
}

export const givingOn = ({ session }: SessionCard): number[] =>
  session.providers?.map(({ id }) => id) ?? [session.provider_id]
