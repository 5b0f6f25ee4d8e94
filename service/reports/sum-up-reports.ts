/**
 * Keeps the sums of reports: takes the spans in which a company's rows have changed, and counts their dates anew, all in
 * one transaction. A worker that dies in between leaves both the spans and the old sums. A span is visible once its
 * change is, so a date is counted after the last change in it, in whichever order changes were committed.
 */

import type { Day } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { addDays, localDayOf, startOfDay } from "../../domain/rules/reports/report-days.ts"
import { minuteOf, msPerDay } from "../../domain/time/units.ts"
import { zoneRulesMark } from "../../domain/time/zone-table.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import {
  companiesWithReportsDue,
  enqueueReports,
  enqueueWholeReports,
  listReportVersions,
  lockReports,
  type ReportNoun,
  type Span,
  setReportVersion,
  takeReportsDue,
} from "../outbox/reports-due.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import type { Tx } from "../platform/pg/database.ts"
import { commitsAreDone } from "../platform/pg/open-commits.ts"
import { findReportCalendars, type ReportCalendars, sumUp, wholeSpans } from "./roll-ups.sql.ts"

/** Raise it with every change of how something is summed up: workers then sum up all companies anew. */
const reportVersion = 1

const spansAtOnce = 100

/** Waits for another worker that is at it. Throws `busy` when that takes longer than a call waits for a lock. */
export async function sumUpCompany(context: AppContext, companyId: number): Promise<void> {
  const { clock } = await contextOf(context, companyId)
  await context.db.transaction(async (tx) => {
    await lockReports(tx, companyId)
    const due = await takeReportsDue(tx, companyId, spansAtOnce)
    // A change that cannot be seen yet would be left out of its date's sums.
    if (due.length > 0 && !(await commitsAreDone(tx, companyId))) throw new Refusal("busy")
    if (due.some(({ noun }) => noun === "everything")) await enqueueEverything(tx, companyId)
    const calendars = await findReportCalendars(tx, companyId)
    if (!calendars) return
    const days: Record<ReportNoun, Set<Day>> = {
      appointments: new Set(),
      requests: new Set(),
      texts: new Set(),
    }
    for (const { noun, from_at, until_at } of due)
      if (noun !== "everything") addDays(days[noun], zonesOf(calendars), from_at!, until_at!)
    for (const noun of ["appointments", "requests", "texts"] as const)
      for (const day of days[noun])
        if (noun !== "texts" || hasAllTexts(calendars, day, clock.now())) {
          await sumUp(tx, companyId, noun, countedDay(calendars, day, noun))
        }
  })
}

const zonesOf = ({ companyZone, locations }: ReportCalendars): Set<string> =>
  new Set([companyZone, ...locations.map(({ timezone }) => timezone)])

function countedDay(calendars: ReportCalendars, day: Day, noun: ReportNoun) {
  const { companyZone, locations, providerIds } = calendars
  const atLocations = locations.map(({ id, timezone }) => localDayOf(id, timezone, day))
  const elsewhere = noun === "appointments" ? [] : [localDayOf(0, companyZone, day)]
  return { day, localDays: [...elsewhere, ...atLocations], providerIds }
}

/** Texts go after 30 days. A date of which one may have gone keeps the sums that it has. */
function hasAllTexts(calendars: ReportCalendars, day: Day, now: number): boolean {
  const starts = [...zonesOf(calendars)].map((zone) => startOfDay(zone, day))
  return Math.min(...starts) > minuteOf(now - 29 * msPerDay)
}

/** A span for each day, so that a long history is summed up in many short transactions. */
async function enqueueEverything(tx: Tx, companyId: number): Promise<void> {
  for (const { noun, span } of await wholeSpans(tx, companyId)) {
    enqueueReports(tx, companyId, noun, daily(span))
  }
}

/** With a day before and after: there the old sums of rows may stand that are now on another date. */
function daily({ from, until }: Span): Span[] {
  const spans: Span[] = []
  for (let at = from.getTime() - msPerDay; at <= until.getTime() + msPerDay; at += msPerDay)
    spans.push({ from: new Date(at), until: new Date(at + msPerDay) })
  return spans
}

const companiesAtOnce = 4

/** A busy row has been waited for, and is still due. */
function unlessBusy(error: unknown): void {
  if (!(error instanceof Refusal && error.code === "busy")) throw error
}

/** Sums up what is due of all companies, for a caller that waits for it. */
export async function sumUpAll(context: AppContext): Promise<void> {
  for (;;) {
    const companyIds = await companiesWithReportsDue(context.db, companiesAtOnce)
    if (companyIds.length === 0) return
    await Promise.all(companyIds.map((companyId) => sumUpCompany(context, companyId).catch(unlessBusy)))
  }
}

/** Sums up one company, or all, from the first row on. Returns how many. */
export async function rebuildReports(context: AppContext, companyId: number | null): Promise<number> {
  const companyIds = companyId === null ? await listCompanyIds(context.db) : [companyId]
  for (const id of companyIds) await context.db.transaction(async (tx) => enqueueWholeReports(tx, id))
  await sumUpAll(context)
  return companyIds.length
}

/**
 * The rules by which companies are summed up: this program's, and those of the time zones, which say on which date a row is.
 */
const presentRules = () => zoneRulesMark() ^ reportVersion || reportVersion

/** Has companies summed up anew that never were, or by other rules than the present ones. */
export async function renewReports(context: AppContext): Promise<void> {
  const rules = presentRules()
  const versions = await listReportVersions(context.db)
  const old = (await listCompanyIds(context.db)).filter((companyId) => versions.get(companyId) !== rules)
  await forEachPart(context, "renew-reports", old, (companyId) =>
    context.db.transaction(async (tx) => {
      enqueueWholeReports(tx, companyId)
      await setReportVersion(tx, companyId, rules)
    }),
  )
}
