/** The board: all that staff see of a day or a week, in one answer. */
import { boardQuery, boardView } from "../model/board.ts"
import { notFound } from "../model/errors.ts"
import { boardSpan, drawBoard } from "../rules/board/draw-board.ts"
import { findBoardAppointments, findBoardLocations, findBoardProviders } from "../store/board.ts"
import { findCompany } from "../store/companies.ts"
import { dayOfDate } from "../time/dates.ts"
import { found, operation, staff } from "./operation.ts"

export const readBoard = operation({
  name: "read_board",
  summary: "Read a day or a week of all providers",
  description:
    "Hours, time off, calendars' busy times and appointments of every status, between the first date's beginning and the " +
    "last date's end in the zones of all active locations.",
  noun: "Board",
  roles: staff,
  query: boardQuery,
  result: boardView,
  async run(context, { companyId }, { date, days = 1, location_id = null, provider_id = null }) {
    const { db } = context
    const [company, locations] = await Promise.all([
      findCompany(db, companyId),
      findBoardLocations(db, companyId),
    ])
    const zones = locations.map(({ timezone }) => timezone)
    const firstDay = dayOfDate(date)!
    const endDay = firstDay + days
    const span = boardSpan(
      zones.length > 0 ? zones : [found(company, notFound("company")).timezone],
      firstDay,
      endDay,
    )
    const read = await findBoardProviders(db, companyId, span, provider_id)
    const ids = read.map(({ id }) => id)
    const appointments = await findBoardAppointments(db, companyId, span, ids)
    const board = drawBoard({ firstDay, endDay, span, locations, providers: read, appointments })
    return location_id === null ? board : atLocation(board, location_id)
  },
})

type Drawn = ReturnType<typeof drawBoard>

/** The providers with hours or appointments at the location, with all that they have, there and elsewhere. */
function atLocation(board: Drawn, locationId: number): Drawn {
  const busyThere = new Set(
    board.appointments.filter((each) => each.location_id === locationId).map((each) => each.provider_id),
  )
  const providers = board.providers.filter(
    ({ id, usual_location_id, hours }) =>
      busyThere.has(id) ||
      usual_location_id === locationId ||
      hours.some((each) => each.location_id === locationId),
  )
  const shown = new Set(providers.map(({ id }) => id))
  const appointments = board.appointments.filter(({ provider_id }) => shown.has(provider_id))
  return { ...board, providers, appointments }
}
