/**
 * Books several types that follow one another in one visit: all in one transaction or none, in the order of `take-time.ts`, with
 * one confirmation.
 */

import type { z } from "zod"
import type { Appointment, bookedView, bookingInput } from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { invalid } from "../../domain/model/errors.ts"
import { newExternalData } from "../../domain/model/external-data.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { whyNotTheirs } from "../../domain/rules/holds/live-hold.ts"
import { nextGroupId } from "../ledger/appointments.sql.ts"
import { liveHold } from "../ledger/kept-by-hold.ts"
import { type Confirmation, confirmBooking } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Written } from "../platform/write.ts"
import { dropHold } from "../taking/end-hold-early.ts"
import { drawBooking, recordBooking } from "../taking/record-booking.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { endWaitingByBooking } from "../taking/waiting-by-booking.ts"
import {
  askedGroup,
  type GroupWish,
  groupTaking,
  type ReadGroup,
  wantedGroup,
} from "../taking/wanted-group.ts"

type GroupInput = z.output<typeof bookingInput>

/** Appointments that were booked together, in their order. Each interface shapes its answer from them. */
export interface BookedGroup {
  appointments: readonly [Appointment, ...Appointment[]]
  /** The schedules by which the first was judged. */
  loaded: LoadedSchedules
  confirmation: Confirmation | null
  /** Links are set up. */
  withLink: boolean
}

/** Returns what `show` makes of the booking. Under an Idempotency-Key that is kept for a repeat. */
export async function bookGroup<Result>(
  context: AppContext,
  call: Call,
  input: GroupInput,
  show: (booked: BookedGroup) => Result,
  additions: Omit<Finish<Result>, "show"> = {},
): Promise<Result> {
  const wish = await wishOf(context, call, input)
  return takeTime(context, call, async () => takingOf(context, wish, input, { show, ...additions }))
}

/** As the company API answers. */
export function showGroup(
  context: AppContext,
  { appointments, withLink }: BookedGroup,
): z.input<typeof bookedView> {
  const shown = appointments.map((one) => showAppointment(context, one, withLink))
  return { ...shown[0]!, appointments: shown }
}

interface Finish<Result> {
  show(booked: BookedGroup): Result
  /** Writes more in the booking's transaction. */
  alsoWrite?(tx: Tx, booked: BookedGroup["appointments"]): Promise<void>
  /** The interface sees to the confirmation itself, in `alsoWrite`. */
  confirmsItself?: boolean
}

const goesAlone = ["answers", "keep_provider", "confirmed"] as const

/** Throws the refusal of a hold that is another customer's, and what `wantedGroup` throws. */
async function wishOf(context: AppContext, call: Call, input: GroupInput): Promise<GroupWish> {
  const mixed = goesAlone.find((field) => input[field] != null)
  if (mixed) throw invalid(mixed, "does not go with appointment_type_ids")
  const hold = await liveHold(context.db, call, input.hold_id ?? null)
  const refusal = hold && whyNotTheirs(hold, input.customer_id)
  if (refusal) throw refusal
  const asked = askedGroup(input, input.appointment_type_ids!)
  return wantedGroup(context, call, { ...asked, customerId: input.customer_id }, hold)
}

function takingOf<Result>(
  context: AppContext,
  wish: GroupWish,
  input: GroupInput,
  finish: Finish<Result>,
): Taking<ReadGroup, null, Result> {
  return {
    operation: "book_appointment",
    ...groupTaking(context, wish, { customerId: input.customer_id }),
    read: async () => null,
    record: (tx, read) => record(context, tx, wish, { ...read, input }, finish),
  }
}

async function record<Result>(
  context: AppContext,
  tx: Tx,
  { call, hold }: GroupWish,
  { reads, judged, input }: ReadGroup & { input: GroupInput },
  { show, alsoWrite, confirmsItself = false }: Finish<Result>,
): Promise<Written<Result>> {
  // Under the locks of all that it keeps: what it frees is taken by the parts below, before anybody else sees it free.
  if (hold) dropHold(tx, call.companyId, hold.id)
  const groupId = await nextGroupId(tx)
  const booked: Appointment[] = []
  for (const [index, one] of judged.entries()) {
    const { loaded, wish } = reads[index]!
    const drawn = await drawBooking(tx, call.companyId, wish.typeId)
    const group = { group_id: groupId, group_index: index }
    const booking = {
      loaded,
      judged: one,
      notes: input.notes ?? null,
      external: newExternalData(input),
      links: context,
      group,
    }
    booked.push(await recordBooking(tx, call, drawn, booking))
  }
  const appointments = booked as [Appointment, ...Appointment[]]
  const [first] = appointments
  await endWaitingByBooking(tx, call, appointments, customerInEvent(reads[0]!.loaded.customer!))
  // Before the confirmation, which may need the consent that came with the booking.
  await alsoWrite?.(tx, appointments)
  const silent = call.actor.kind === "agent" ? (["sms"] as const) : input.silent_channels
  const confirmation = confirmsItself
    ? null
    : await confirmBooking(tx, context, call, first, { silent, together: "group" })
  const { loaded } = reads[0]!
  const withLink = givesLinks(context, loaded.company)
  return {
    result: show({ appointments, loaded, confirmation, withLink }),
    targetId: first.id,
    fields: Object.keys(input),
    customerId: input.customer_id,
  }
}
