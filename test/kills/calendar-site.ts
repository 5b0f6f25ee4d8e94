/** A database, a CalDAV server, a provider whose calendar is on it, and a worker process: each may be killed. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { z } from "zod"
import { bookAppointment } from "../../service/booking/book.ts"
import { cancelAppointment } from "../../service/booking/cancel.ts"
import { rescheduleAppointment } from "../../service/booking/reschedule.ts"
import { connectCalendar } from "../../service/calendars/calendars.ts"
import { createAppointmentType } from "../../service/company/appointment-types.ts"
import { createLocation } from "../../service/company/locations.ts"
import { createProvider } from "../../service/company/providers.ts"
import { createCustomer } from "../../service/customers/customers.ts"
import { systemClock } from "../../service/host/adapters/system.ts"
import { createContext } from "../../service/host/compose.ts"
import { openCluster } from "../../service/host/database/cluster.ts"
import { migrate } from "../../service/host/database/migrate.ts"
import { openCompany } from "../../service/people/operator.ts"
import type { AppContext } from "../../service/platform/context.ts"
import type { Call } from "../../service/platform/operation.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { ensurePartitions } from "../../service/platform/pg/partitions.ts"
import { openCalendars } from "../support/calendar-account.ts"
import { type Radicale, startRadicale } from "../support/radicale.ts"
import { killKeys, silentLog } from "./delivery-site.ts"

export interface CalendarSite {
  dataDir: string
  context: AppContext
  radicale: Radicale
  /** Books the next free hour; returns the appointment's id and start. */
  book(): Promise<{ id: number; start: string }>
  /** Moves to the next free hour; returns the new start. */
  move(id: number): Promise<string>
  cancel(id: number): Promise<void>
  /** How many writes wait. */
  waiting(): Promise<number>
  /** Its clock runs so far ahead of ours. */
  startWorker(clockOffsetMs: number): Promise<ChildProcess>
  close(): Promise<void>
}

const hourMs = 3_600_000

/** PostgreSQL is started again whenever it is killed, as the service does. */
export async function openCalendarSite(): Promise<CalendarSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "kill-"))
  chmodSync(dataDir, 0o755)
  const cluster = await openCluster({ dataDir })
  await migrate(cluster.url)
  const db = openDatabase({ connection: { connectionString: cluster.url }, poolSize: 4 })
  const clock = systemClock()
  const calendars = openCalendars({ now: () => clock.now() })
  // Connections are not judged here: the server is on this machine.
  const addressGuard = { refuse: async () => null }
  const context = createContext({
    db,
    clock,
    log: silentLog,
    bookUrl: null,
    calendars,
    addressGuard,
    // This trial kills workers, and never judges how fast a busy machine answers.
    outsideLimitMs: 60_000,
    ...killKeys,
  })
  await ensurePartitions(db, clock.now())
  const radicale = await startRadicale()
  const { call, booking } = await furnish(context, radicale).catch(async (error: unknown) => {
    // A server left behind would keep this process from ending.
    await radicale.stop()
    throw error
  })

  let next = Math.ceil(clock.now() / hourMs) * hourMs + 48 * hourMs
  const nextStart = () => {
    next += hourMs
    return new Date(next).toISOString()
  }
  return {
    dataDir,
    context,
    radicale,
    async book() {
      const start = nextStart()
      const { id } = await bookAppointment.run(context, call(), { ...booking, start_time: start })
      return { id, start }
    },
    async move(id) {
      const start = nextStart()
      await rescheduleAppointment.run(context, call(), { id, start_time: start })
      return start
    },
    async cancel(id) {
      await cancelAppointment.run(context, call(), { id })
    },
    async waiting() {
      const [row] = await db.query<{ count: number }>("SELECT count(*) AS count FROM calendar_push_due")
      return row!.count
    },
    startWorker: (offsetMs) => startWorker([cluster.url, String(offsetMs)]),
    async close() {
      calendars.close()
      await radicale.stop()
      await db.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An operation that makes a record. */
interface Made<Input> {
  body?: z.ZodType | undefined
  run(context: AppContext, call: Call, input: Input): Promise<{ id: number }>
}

async function furnish(context: AppContext, radicale: Radicale) {
  const { companyId } = await openCompany(context, { name: "C", timezone: "UTC", slug: null, phone: null })
  const call = (): Call => ({
    companyId,
    actor: { kind: "system" },
    requestId: "kills",
    now: context.clock.now(),
  })
  const make = <Input>(operation: Made<Input>, fields: object) =>
    operation.run(context, call(), operation.body!.parse(fields) as Input)
  const location = await make(createLocation, { name: "L", timezone: "UTC" })
  const length = { duration_minutes: 60, min_notice_minutes: 0, booking_window_days: 730 }
  const type = await make(createAppointmentType, { name: "T", ...length })
  const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    location_id: location.id,
    weekday,
    start: "00:00",
    end: "00:00",
  }))
  const fields = { name: "Ana", appointment_type_ids: [type.id], weekly_hours: allDay }
  const provider = await make(createProvider, fields)
  const customer = await make(createCustomer, { name: "Sam Poe" })
  await connectCalendar.run(context, call(), {
    id: provider.id,
    ...radicale.connection,
    writes: true,
    unanswered_blocks: true,
  })
  const booking = {
    customer_id: customer.id,
    appointment_type_id: type.id,
    provider_id: provider.id,
    location_id: location.id,
  }
  return { call, booking }
}

async function startWorker(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "push-worker.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return child
}
