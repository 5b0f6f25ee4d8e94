/** Books one row of a file in a transaction of its own: its customer too, where there is none yet. */

import type { Appointment } from "../../domain/model/appointment.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { type AppointmentRow, type RowResult, rowResult } from "../../domain/model/imports.ts"
import { refusedRow } from "../../domain/rules/imports/judge-customers.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockAllProviders, lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { drawBooking, recordBooking } from "../taking/record-booking.ts"
import { insertImportedCustomers } from "./imported-customers.ts"
import { drawCustomerIds, findImported, lockImports, setImportKey } from "./imports.sql.ts"
import {
  findRowsCustomer,
  importKeyOf,
  judgeBooking,
  loadForRow,
  type ResolvedRow,
  type RowCheck,
  resolveRow,
  shownTimes,
  unchangedRow,
  withCustomer,
} from "./judge-appointment-row.ts"
import { eventsSaid, recordOptOuts } from "./record-opt-outs.ts"

/** Ends the transaction of a row that makes nothing, so that its customer is not made either. */
class NothingMade extends Error {
  readonly result: RowResult
  constructor(result: RowResult) {
    super("nothing was made")
    this.result = result
  }
}

/** Throws what is about the moment and not about the row, such as `busy`: the batch is sent again, and goes on there. */
export async function bookRow(
  context: AppContext,
  call: Call,
  check: RowCheck,
  sent: AppointmentRow,
): Promise<RowResult> {
  const row = resolveRow(sent, check)
  if ("fate" in row) return row
  try {
    using _turn = await context.gate.enter(row.providerId)
    return await write(context, call, "import_appointments", async (tx) => {
      const { appointment, told } = await bookInside(context, tx, call, check, row)
      const { id, customer_id: customerId } = appointment
      const result = told(rowResult({ fate: "made", id, ...shownTimes(row) }))
      return { result, targetId: id, fields: Object.keys(sent), customerId }
    })
  } catch (error) {
    if (error instanceof NothingMade) return error.result
    if (error instanceof Refusal && error.status < 429) return { ...refusedRow(error), ...shownTimes(row) }
    throw error
  }
}

async function bookInside(
  context: AppContext,
  tx: Tx,
  call: Call,
  check: RowCheck,
  row: ResolvedRow,
): Promise<{ appointment: Appointment; told(result: RowResult): RowResult }> {
  const { companyId } = call
  lockImports(tx, companyId)
  const known = await findRowsCustomer(tx, companyId, row)
  if (known instanceof Refusal) throw known
  const customers = [row.read.customer]
  const said = await eventsSaid(tx, context.sealer, companyId, customers)
  const told = (result: RowResult) => withCustomer(result, { row, customer: known, said })
  const customerId = known?.id ?? (await makeCustomer(tx, call, row))
  lockInOrder(tx, { companyId, customerId, providerIds: row.takesSeveral ? [] : [row.providerId] })
  // The crew is known only when all are judged.
  if (row.takesSeveral) lockAllProviders(tx, companyId)
  const importKey = importKeyOf(row, customerId)
  const present = await findImported(tx, companyId, importKey)
  if (present) throw new NothingMade(told(unchangedRow(row, present)))
  const [drawn, loaded] = await Promise.all([
    drawBooking(tx, companyId, row.typeId),
    loadForRow(tx, companyId, row, customerId, call.now),
  ])
  const judged = await judgeBooking(tx, call, row, loaded)
  if ("fate" in judged) throw new NothingMade(told(judged))
  const event = check.deliversEvents ? drawn.event : { ...drawn.event, subscribers: [], isWithheld: true }
  const booking = {
    loaded,
    judged,
    // The other system's bookings stand in the calendars already.
    isInCalendars: true,
    notes: row.read.notes,
    links: context,
    isConfirmed: true,
  }
  const appointment = await recordBooking(tx, call, { ...drawn, event }, booking)
  setImportKey(tx, companyId, appointment.id, importKey)
  await recordOptOuts(tx, context.sealer, call, customers, said)
  return { appointment, told }
}

async function makeCustomer(tx: Tx, call: Call, { read }: ResolvedRow): Promise<number> {
  const [id] = await drawCustomerIds(tx, 1)
  insertImportedCustomers(tx, call, [{ id: id!, input: read.customer }])
  return id!
}
