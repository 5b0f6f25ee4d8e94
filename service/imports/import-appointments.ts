/** Takes appointments over from a file: each is booked by itself, with its customer where there is none yet. */

import {
  type AppointmentRow,
  type DateOrder,
  importAppointmentsInput,
  importShown,
  importView,
  type RowResult,
} from "../../domain/model/imports.ts"
import type { AppContext } from "../platform/context.ts"
import { adminOnly, type Call, operation } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { bookRow } from "./book-row.ts"
import { namedRecords } from "./imports.sql.ts"
import { judgeRow, type RowCheck } from "./judge-appointment-row.ts"

export const importAppointments = operation({
  name: "import_appointments",
  events: ["appointment.created"],
  summary: "Import appointments out of a file's rows",
  description:
    "Up to 100 rows, each booked on its own. Another system has agreed on them already, so hours, grid, notice, limits, service areas and " +
    "providers' calendars are not asked about; no two appointments of a provider overlap in any case. A customer who is not " +
    "there is made with the appointment. A row is there when an import has made it before, under its `external_ref` or with " +
    "the same customer, provider and start: also when it was moved or cancelled since. No texts are sent.",
  noun: "Imports",
  roles: adminOnly,
  body: importAppointmentsInput,
  result: importView,
  isLong: true,
  async run(context, call, { rows, dry_run, ...how }) {
    const results = await importRows(context, call, { rows, dryRun: dry_run, ...howOf(how) })
    const shown = importShown(dry_run, results)
    if (dry_run) return shown
    return write(context, call, "import_appointments", async () => {
      const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort()
      return { result: shown, targetId: null, fields, ofMany: true }
    })
  },
})

interface Sent {
  timezone?: string | undefined
  date_order: DateOrder
  deliver_events: boolean
}

const howOf = ({ timezone, date_order, deliver_events }: Sent) => ({
  timezone: timezone ?? null,
  order: date_order,
  deliversEvents: deliver_events,
})

interface Run extends ReturnType<typeof howOf> {
  rows: readonly AppointmentRow[]
  dryRun: boolean
}

async function importRows(context: AppContext, call: Call, run: Run): Promise<RowResult[]> {
  const records = await namedRecords(context.db, call.companyId)
  // Each row is a transaction of its own; the key's answer is kept behind the last.
  const { keyed: _, ...own } = call
  const check: RowCheck = { ...run, records, now: call.now, earlier: [] }
  const results: RowResult[] = []
  for (const row of run.rows) {
    const result = run.dryRun
      ? await judgeRow(context, own, check, row)
      : await bookRow(context, own, check, row)
    results.push(result)
  }
  return results
}
