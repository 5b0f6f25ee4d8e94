/** Dates on which the company, or some of its locations, is closed. Nothing is offered on them. */
import { z } from "zod"
import {
  companyTimeOffInput,
  companyTimeOffView,
  holidaysQuery,
  holidaysView,
  showCompanyTimeOff,
} from "../../domain/model/company-time-off.ts"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { byId, date, page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import { noteFreed, noteTaken } from "../outbox/note-freed-time.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { lockAllProviders } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { findCompany } from "./companies.sql.ts"
import * as store from "./company-time-off.sql.ts"
import { noteHours } from "./note-hours.ts"
import { refuseTooMany } from "./refuse-too-many.ts"
import { namedIn, refuseUnknownLocations } from "./refuse-unknown.ts"

const common = { noun: "Company", roles: staff, result: companyTimeOffView }
const fields = ["start_date", "end_date", "location_ids", "reason"]

export const listCompanyTimeOff = listOperation({
  ...common,
  name: "list_company_time_off",
  summary: "List the dates on which the company is closed",
  query: z.strictObject({
    ...page,
    from: date.optional().meta({ description: "Leaves out what has ended before this date." }),
  }),
  async run(context, call, { from, ...asked }) {
    const fromDay = from === undefined ? 0 : dayOfDate(from)!
    return pageById(
      asked,
      (span) => store.listCompanyTimeOff(context.db, call.companyId, { fromDay, ...span }),
      showCompanyTimeOff,
    )
  },
})

/** In epoch minutes. Some zones are ahead of UTC's calendar, others behind. */
const datesOf = ({ start_day, end_day }: { start_day: number; end_day: number }) => ({
  from: (start_day - 1) * minutesPerDay,
  to: (end_day + 2) * minutesPerDay,
})

export const addCompanyTimeOff = operation({
  ...common,
  name: "add_company_time_off",
  events: ["hours.changed"],
  summary: "Close the company, or some locations, on dates",
  description:
    "Nothing is offered on them. Appointments that are already booked stay: `GET /appointments?company_time_off_id=` lists them.",
  body: companyTimeOffInput,
  status: 201,
  refusals: ["not_found", "too_many_records"],
  async run(context, call, { start_date, end_date, location_ids, reason }) {
    const { companyId, now } = call
    return write(context, call, "add_company_time_off", async (tx) => {
      // A booking that is being judged ends before, and is among those that the dates meet.
      lockAllProviders(tx, companyId)
      await refuseUnknownLocations(tx, companyId, namedIn("location_ids", location_ids ?? []))
      await refuseTooMany(tx, companyId, "company_time_off")
      const wanted = {
        start_day: dayOfDate(start_date)!,
        end_day: dayOfDate(end_date)!,
        location_ids: location_ids && [...new Set(location_ids)],
        reason,
      }
      const off = await store.insertCompanyTimeOff(tx, companyId, wanted, now)
      await noteTaken(tx, call, [{ providerId: null, ...datesOf(off) }])
      await noteHours(tx, call, null, ["company_time_off"])
      return { result: showCompanyTimeOff(off), targetId: off.id, fields }
    })
  },
})

export const removeCompanyTimeOff = operation({
  ...common,
  name: "remove_company_time_off",
  events: ["hours.changed"],
  summary: "Delete dates on which the company is closed",
  params: byId,
  async run(context, call, { id }) {
    return write(context, call, "remove_company_time_off", async (tx) => {
      const off = found(
        await store.deleteCompanyTimeOff(tx, call.companyId, id),
        notFound("company time off"),
      )
      await noteFreed(tx, call, [{ providerId: null, ...datesOf(off), source: "time_off" }])
      await noteHours(tx, call, null, ["company_time_off"])
      return { result: showCompanyTimeOff(off), targetId: id, fields }
    })
  },
})

export const listHolidays = operation({
  name: "list_holidays",
  summary: "List a country's public holidays",
  description: "To choose from when the company's closed dates are set. Nothing is closed by them alone.",
  noun: "Company",
  roles: staff,
  query: holidaysQuery,
  result: holidaysView,
  async run({ db, holidays }, { companyId }, { country, year }) {
    const company = found(await findCompany(db, companyId), notFound("company"))
    const known = await holidays.ofYear(country, year, company.locale)
    if (known === null) throw invalid("country", "expected a country whose holidays are known")
    return { country, year, holidays: known }
  },
})
