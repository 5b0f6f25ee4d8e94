/** The board: all that staff see of a day or a week, in one answer. */
import { type Board, boardQuery, boardView } from "../../domain/model/board.ts"
import { notFound } from "../../domain/model/errors.ts"
import { decodeCursor, encodeCursor } from "../../domain/model/paging.ts"
import { boardSpan, type DrawnBoard, drawBoard } from "../../domain/rules/board/draw-board.ts"
import { msOfBoard } from "../../domain/rules/cost/estimates.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { findCompany } from "../company/companies.sql.ts"
import { companyTimeOffBetween } from "../company/company-time-off.sql.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import {
  findBoardAppointments,
  findBoardHolds,
  findBoardLocations,
  findBoardProviders,
  findBoardResources,
  findBoardSessions,
} from "./board.sql.ts"

export const readBoard = operation({
  name: "read_board",
  summary: "Read a day or a week of all providers",
  description:
    "Hours, time off, calendars' busy times and appointments and sessions of every status, between the first date's beginning and the " +
    "last date's end in the zones of all its locations: the active ones, and others that have appointments then.",
  noun: "Board",
  roles: staff,
  query: boardQuery,
  result: boardView,
  isLong: true,
  async run(
    context,
    { companyId, now },
    { date, days = 1, location_id = null, provider_id = null, more_from },
  ) {
    const { db } = context
    const firstDay = dayOfDate(date)!
    const endDay = firstDay + days
    const [company, locations, closings] = await Promise.all([
      findCompany(db, companyId),
      findBoardLocations(db, companyId, firstDay, endDay),
      companyTimeOffBetween(db, companyId, { firstDay, lastDay: endDay - 1 }),
    ])
    const zones = locations.map(({ timezone }) => timezone)
    const span = boardSpan(
      zones.length > 0 ? zones : [found(company, notFound("company")).timezone],
      firstDay,
      endDay,
    )
    const [read, resources] = await Promise.all([
      findBoardProviders(db, companyId, span, provider_id),
      findBoardResources(db, companyId, span),
    ])
    const ids = read.map(({ id }) => id)
    const [appointments, holds, sessions] = await Promise.all([
      findBoardAppointments(db, companyId, span, ids, resources.length > 0),
      findBoardHolds(db, companyId, span, ids, now),
      findBoardSessions(db, companyId, span, ids, resources.length > 0),
    ])
    await granted(msOfBoard({ providers: read.length, days }))
    const drawn = await inSlices(
      drawBoard({
        firstDay,
        endDay,
        span,
        locations,
        closings,
        providers: read,
        appointments,
        holds,
        resources,
        sessions,
      }),
    )
    return partOf(location_id === null ? drawn : atLocation(drawn, location_id), more_from)
  },
})

/** The providers with hours, appointments or sessions at the location, with all that they have, there and elsewhere. */
function atLocation(board: DrawnBoard, locationId: number): DrawnBoard {
  const busyThere = new Set(
    [...board.appointments, ...(board.sessions ?? [])]
      .filter((each) => each.location_id === locationId)
      .flatMap(whoCome),
  )
  const providers = board.providers.filter(
    ({ id, usual_location_id, hours }) =>
      busyThere.has(id) ||
      usual_location_id === locationId ||
      hours.some((each) => each.location_id === locationId),
  )
  const shown = new Set(providers.map(({ id }) => id))
  const appointments = board.appointments.filter((each) => whoCome(each).some((id) => shown.has(id)))
  const resources = board.resources?.filter((each) => each.location_id === locationId)
  return { ...board, providers, appointments, ...(resources ? { resources } : {}), ...othersOf(board, shown) }
}

type Given = Pick<Board["appointments"][number], "provider_id" | "providers">

const whoCome = ({ provider_id, providers }: Given): number[] =>
  providers ? providers.map(({ id }) => id) : [provider_id]

/** Holds and sessions of the shown providers; absent where there are none. */
function othersOf(
  { holds, sessions }: DrawnBoard,
  shown: ReadonlySet<number>,
): Pick<DrawnBoard, "holds" | "sessions"> {
  const left = <Each extends Given>(all: Each[] = []): Each[] | undefined => {
    const some = all.filter((each) => whoCome(each).some((id) => shown.has(id)))
    return some.length === 0 ? undefined : some
  }
  return { holds: left(holds), sessions: left(sessions) }
}

const mostBytes = 3.5 * 1_048_576
/** More than a provider, or an appointment, takes in all but the rarest answers. */
const usuallyLess = { provider: 4_000, appointment: 1_000 }

/** As many providers as fit from the one on that the cursor is for, each with their appointments. */
function partOf(board: DrawnBoard, moreFrom: string | undefined): Board {
  const [index = 0, id = 0] = (decodeCursor(moreFrom, ["number", "number"], "more_from") ?? []) as number[]
  const providers = board.providers.slice(moreFrom === undefined ? 0 : afterProvider(board, index, id))
  const end = endOfPart(board, providers)
  const shown = providers.slice(0, end)
  const shownIds = new Set(shown.map((provider) => provider.id))
  const last = shown.at(-1)
  const isCut = end < providers.length
  return {
    ...board,
    providers: shown,
    appointments:
      shown.length === board.providers.length
        ? board.appointments
        : board.appointments.filter((each) => whoCome(each).some((each) => shownIds.has(each))),
    ...othersOf(board, shownIds),
    more_from: isCut && last ? encodeCursor([board.providers.indexOf(last), last.id]) : null,
  }
}

/** The index at which the list goes on, also when providers have come or gone since. */
function afterProvider({ providers }: DrawnBoard, index: number, id: number): number {
  const at = providers[index]?.id === id ? index : providers.findIndex((provider) => provider.id === id)
  return at < 0 ? index : at + 1
}

/** How many of the providers fit; at least one. */
function endOfPart(board: DrawnBoard, providers: DrawnBoard["providers"]): number {
  const appointments: Given[] = [...board.appointments, ...(board.sessions ?? [])]
  const usually = providers.length * usuallyLess.provider + appointments.length * usuallyLess.appointment
  if (usually < mostBytes) return providers.length
  const byProvider = Map.groupBy(appointments, ({ provider_id }) => provider_id)
  let bytes = 0
  const tooMany = providers.findIndex((provider, index) => {
    bytes += JSON.stringify(provider).length + JSON.stringify(byProvider.get(provider.id) ?? []).length
    return index > 0 && bytes > mostBytes
  })
  return tooMany < 0 ? providers.length : tooMany
}
