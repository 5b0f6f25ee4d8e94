/**
 * A company with a year of believable data, so that a newcomer has something to look at. Made once, on a host without
 * any company, in one transaction: an interrupted start leaves nothing half.
 */

import { publicBookingUrl } from "../../../domain/model/company.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { dateOfDay } from "../../../domain/time/dates.ts"
import { msPerDay, utcDayOf } from "../../../domain/time/units.ts"
import { findCompany, listCompanyIds, lockCompanies } from "../../company/companies.sql.ts"
import { findPrimaryContact } from "../../customers/contacts.sql.ts"
import { loadSchedules } from "../../ledger/schedules.sql.ts"
import { listRequests } from "../../ledger/scheduling-requests.sql.ts"
import { openUser } from "../../people/operator.ts"
import type { AppContext } from "../../platform/context.ts"
import { bookingUrl } from "../../platform/links.ts"
import type { Tx } from "../../platform/pg/database.ts"
import { makePartition } from "../../platform/pg/partitions.ts"
import { askCustomers, firstDealRef, moveSome } from "./ask-customers.ts"
import { type Demo, type DemoUser, keepDemo, readDemo } from "./demo-file.ts"
import { fillDiary, type Stage } from "./diary.ts"
import { type Dice, diceFrom } from "./dice.ts"
import { keepDiary } from "./keep-diary.ts"
import { leaveOpen } from "./leave-open.ts"
import { type Cast, type Season, setUpCompany } from "./set-up-company.ts"
import type { TypeName } from "./story.ts"

export type { Demo } from "./demo-file.ts"

const daysBehind = 265
const daysAhead = 75
/** Fewer than events are kept, so that a year's worth of dropped days is never made. */
const eventDays = 27
const seed = 20_260_301

/**
 * The demo, made if this host has no company yet. Null when it has others, or another process has made it
 * meanwhile. Writes `demo.json` in `dataDir`. Calls `progress` as it goes, with the share that is done.
 */
export async function makeDemo(
  context: AppContext,
  dataDir: string,
  progress: (share: number) => void = () => {},
): Promise<Demo | null> {
  const companies = await listCompanyIds(context.db)
  const made = companies.length === 0 ? await fill(context, progress) : known(dataDir, companies)
  if (!made) return null
  const { companyId, apiKey } = made
  const user = made.user ?? (await hire(context, companyId))
  const shown = await shownRequest(context, companyId)
  return keepDemo(dataDir, {
    companyId,
    apiKey,
    user,
    ...shown,
    pageUrl: await pageUrlOf(context, companyId),
  })
}

/** The public page; null when the company has switched it off, or this host has no booking pages. */
async function pageUrlOf(context: AppContext, companyId: number): Promise<string | null> {
  const company = await findCompany(context.db, companyId)
  return company?.public_booking_enabled ? publicBookingUrl(company, context.bookUrl) : null
}

const passwordBytes = 12

/** An admin, to sign in to the console with. */
async function hire(context: AppContext, companyId: number): Promise<DemoUser> {
  const user = { email: "nora@cedar.example", password: textOf(context.random.bytes(passwordBytes)) }
  await openUser(context, companyId, { ...user, name: "Nora Lind", role: "admin" })
  return user
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")

/** The demo that was made at an earlier start, unless that was in another database. */
function known(dataDir: string, companies: readonly number[]): Demo | null {
  const demo = readDemo(dataDir)
  return demo && companies.includes(demo.companyId) ? demo : null
}

async function fill(
  context: AppContext,
  progress: (share: number) => void,
): Promise<Pick<Demo, "companyId" | "apiKey" | "user"> | null> {
  const now = context.clock.now()
  const today = utcDayOf(now)
  const season = { firstDay: today - daysBehind, today, endDay: today + daysAhead }
  const openedAt = season.firstDay * msPerDay
  await openDays(context, today, season.firstDay)
  return context.db.transaction(async (tx) => {
    if (!(await lockCompanies(tx))) return null
    const dice = diceFrom(seed)
    const cast = await setUpCompany(
      contextWithin(context, tx, () => openedAt),
      season,
      dice,
    )
    await liveTheYear(
      contextWithin(context, tx, () => now),
      tx,
      { cast, season, now, dice, progress },
    )
    return { ...cast, user: null }
  })
}

/** The days that rows are written for: the opening, and those that events are kept of. */
async function openDays({ db }: AppContext, today: number, openingDay: number): Promise<void> {
  await makePartition(db, "audit", openingDay)
  await makePartition(db, "event", openingDay)
  for (let day = today - eventDays; day <= today; day += 1) {
    await makePartition(db, "event", day)
    await makePartition(db, "audit", day)
  }
}

async function liveTheYear(
  context: AppContext,
  tx: Tx,
  {
    progress,
    ...scene
  }: { cast: Cast; season: Season; now: number; dice: Dice; progress: (share: number) => void },
): Promise<void> {
  const { cast, season, now, dice } = scene
  const stage: Stage = { season, cast, schedules: await schedulesOf(tx, cast, season, now), now, dice }
  const asked = await keepDiary(context, stage, fillDiary(stage), now - eventDays * msPerDay, progress)
  await askCustomers(context, stage, asked)
  await moveSome(context, stage)
  await leaveOpen(context, stage)
}

/** The whole season's hours, overrides and time off, for each type. */
async function schedulesOf(tx: Tx, cast: Cast, season: Season, now: number): Promise<Stage["schedules"]> {
  const schedules: [string, LoadedSchedules][] = []
  for (const [name, typeId] of Object.entries(cast.typeIds)) {
    const loaded = await loadSchedules(tx, {
      companyId: cast.companyId,
      typeId,
      firstDay: season.firstDay,
      endDay: season.endDay,
      customerId: null,
      requestId: null,
      providerId: null,
      locationId: null,
      movedAppointmentId: null,
      blockCount: null,
      onlyWanted: false,
      now,
    })
    schedules.push([name, loaded])
  }
  return Object.fromEntries(schedules) as Record<TypeName, LoadedSchedules>
}

/** A context whose operations all write into one transaction: everything they do is there, or nothing. */
function contextWithin(context: AppContext, tx: Tx, now: () => number): AppContext {
  return {
    ...context,
    clock: { now },
    db: { ...context.db, query: tx.query, first: tx.first, some: tx.some, transaction: (work) => work(tx) },
  }
}

const atMost = 100

export interface ShownRequest {
  /** Its link; null on a host without booking pages. */
  bookingUrl: string | null
  /** Its customer's number, from which an agent may be called. */
  callerPhone: string | null
}

/** An open request that can still be booked, to be shown to a newcomer. */
async function shownRequest(context: AppContext, companyId: number): Promise<ShownRequest> {
  const today = dateOfDay(utcDayOf(context.clock.now()))
  const filter = {
    statuses: ["open"],
    customerIds: null,
    typeId: null,
    externalRef: null,
    metadata: null,
  } as const
  const open = await listRequests(context.db, companyId, filter, { afterId: 0, limit: atMost })
  const bookable = open.filter(({ latest_date }) => latest_date > today)
  const request = bookable.find(({ external_ref }) => external_ref === firstDealRef) ?? bookable.at(-1)
  if (!request) return { bookingUrl: null, callerPhone: null }
  const contact = await findPrimaryContact(context.db, companyId, request.customer_id)
  return {
    bookingUrl: bookingUrl(context, request),
    callerPhone: contact?.phone ?? null,
  }
}
