/** The obstacles to booking the company, and its failures: for its people, and for programs that watch it. */

import { notFound } from "../../domain/model/errors.ts"
import { type HostFacts, type ReadinessItem, readinessView } from "../../domain/model/readiness.ts"
import { judgeReadiness } from "../../domain/rules/readiness/judge-readiness.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import { findTextingNumber } from "../company/channels.sql.ts"
import { findCompany } from "../company/companies.sql.ts"
import { findClosedDates } from "../company/company-time-off.sql.ts"
import { findMailServer } from "../company/mail-servers.sql.ts"
import { listEndpoints } from "../outbox/webhook-endpoints.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { found, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import {
  countUnreachable,
  findActiveSetUp,
  findConnectedCalendars,
  findLatestTexts,
  findStaffing,
} from "./readiness.sql.ts"

export const readReadiness = operation({
  noun: "Company",
  name: "read_readiness",
  summary: "Read what keeps customers from booking",
  description:
    "One item for each thing that was looked at: what each active type lacks to be booked, whether the public page can be used, " +
    "and what fails among calendars, texts, mails and webhook endpoints. Appointments are not looked at: a full week is no fault.",
  roles: staff,
  result: readinessView,
  async run(context, { companyId, now }) {
    const judged = await judgeCompany(context.db, companyId, hostFactsOf(context), now)
    const { items } = found(judged, notFound("company"))
    return { ready: items.every(({ ok }) => ok), items }
  },
})

const hostFactsOf = ({ bookUrl, botCheck, texts, mails }: AppContext): HostFacts => ({
  bookUrl,
  hasBotCheck: botCheck !== null,
  sendsTexts: texts !== null,
  sendsMails: mails !== null,
})

/** Later than any date that can be given. */
const farthestDay = 200_000

/** `isBegun`: the company has active locations, types and providers, so that what it lacks is a fault and no beginning. Null for an unknown company. */
export async function judgeCompany(
  db: Db,
  companyId: number,
  host: HostFacts,
  now: number,
): Promise<{ items: ReadinessItem[]; isBegun: boolean } | null> {
  const [
    company,
    textingNumber,
    setUp,
    providers,
    closed,
    calendars,
    endpoints,
    latestTexts,
    latestMails,
    unreachable,
    mailServer,
  ] = await Promise.all([
    findCompany(db, companyId),
    findTextingNumber(db, companyId),
    findActiveSetUp(db, companyId),
    findStaffing(db, companyId, now),
    findClosedDates(db, companyId, { firstDay: utcDayOf(now) - 1, lastDay: farthestDay }),
    findConnectedCalendars(db, companyId),
    listEndpoints(db, companyId),
    findLatestTexts(db, companyId, { channel: "sms", now }),
    findLatestTexts(db, companyId, { channel: "mail", now }),
    countUnreachable(db, companyId),
    findMailServer(db, companyId),
  ])
  if (company === null) return null
  const isBegun = [setUp.locations, setUp.types, providers].every((active) => active.length > 0)
  const facts = {
    now,
    host,
    company,
    textingNumber,
    ...setUp,
    providers,
    closed,
    calendars,
    endpoints,
    latestTexts,
    latestMails,
    unreachableEmails: unreachable,
    mailServer,
  }
  return { items: judgeReadiness(facts), isBegun }
}
