/** Puts the caller on the waiting list, and takes them off it. Offers reach them by text or mail, as those of every interface. */

import type { z } from "zod"
import { sayDate } from "../../../domain/model/agent/say.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import {
  agentLeaving,
  agentWaitingDays,
  agentWaitingWish,
  callerLeft,
  callerWaits,
} from "../../../domain/model/agent/waiting.ts"
import { weekdaysIn } from "../../../domain/model/agent/weekdays.ts"
import { agentSource } from "../../../domain/model/contact.ts"
import { invalid, notFound, Refusal } from "../../../domain/model/errors.ts"
import { type NamedEntry, typeIdsOf } from "../../../domain/model/waiting-entry.ts"
import { dateOfDay, dayOfDate } from "../../../domain/time/dates.ts"
import { findAppointmentType } from "../../company/appointment-types.sql.ts"
import { findRecipient } from "../../customers/recipients.sql.ts"
import { hasGrantedTexts, recordConsentOnce } from "../../customers/record-consents.ts"
import { waitingOfCustomer } from "../../ledger/waiting-entries.sql.ts"
import { standsOf } from "../../messages/reach-waiting.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Tx } from "../../platform/pg/database.ts"
import { write } from "../../platform/write.ts"
import { companyToday, endWaiting, type JoinWish, joinList, lockWaiting } from "../../waiting/keep-entries.ts"
import { type AgentCall, agentTool, customerOf, phoneOf } from "./agent-tool.ts"
import { bookableTypes } from "./bookable-types.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { refuseIfClosed } from "./office.ts"
import { callerAppointment } from "./own-records.ts"
import { comingAsked, nameOfAll } from "./wanted-group.ts"

type Wish = z.output<typeof agentWaitingWish>

export const joinWaitingListForCaller = agentTool({
  name: "join_waiting_list",
  summary: "Wait for a time that gets free",
  description:
    "Puts the caller on the waiting list when no time suits, or for an earlier time than they have. Ask when they could come, and for texts_agreed. It promises nothing. The same dates again change the same entry.",
  status: 201,
  events: ["waiting_entry.created"],
  refusals: [
    "appointment_not_scheduled",
    "caller_unknown",
    "not_found",
    "registration_closed",
    "registration_needed",
    "too_many_waiting_entries",
    "type_not_bookable",
  ],
  writes: true,
  input: agentWaitingWish,
  result: callerWaits,
  async run(context, call, wish) {
    refuseIfClosed(call)
    const joining = await joiningOf(context, call, wish)
    const { entry, reached } = await join(context, call, joining, wish.texts_agreed ?? null)
    const { language, timezone } = call.session.listener
    const words = wordsIn(language).waiting
    const until = sayDate(language, dayOfDate(entry.latest_date)!, timezone, call.now)
    const what = nameOfAll(language, [entry.type_name, ...entry.then_type_names])
    return {
      waiting: true as const,
      waiting_entry_id: entry.id,
      first_date: entry.earliest_date,
      last_date: entry.latest_date,
      say: `${words.on({ what, until })} ${words[reached]}`,
    }
  },
})

/** The way in which they hear of a time. */
type Reached = "no_texts" | "sms" | "mail" | "staff"

async function joiningOf(context: AppContext, call: AgentCall, wish: Wish): Promise<JoinWish> {
  const { companyId, now } = call
  const customer = customerOf(call)
  const kept =
    wish.appointment_id == null ? null : await callerAppointment(context, call, wish.appointment_id)
  const coming = await comingAsked(context, call, wish)
  const typeId = kept?.appointment_type_id ?? wish.appointment_type_id
  if (typeId == null) throw invalid("appointment_type_id", "is required unless appointment_id is given")
  const [, ...then_type_ids] = coming?.typeIds ?? [typeId]
  if (kept === null) await refuseUnbookable(context, call, [typeId, ...then_type_ids])
  const first = wish.start_date ?? (await companyToday(context.db, companyId, now))
  const end = wish.end_date == null ? dayOfDate(first)! + agentWaitingDays : dayOfDate(wish.end_date)!
  return {
    customer_id: customer.id,
    appointment_type_id: typeId,
    then_type_ids,
    same_provider: coming?.sameProvider ?? false,
    appointment_id: kept?.id ?? null,
    earliest_date: first,
    latest_date: dateOfDay(end - 1),
    weekdays: wish.weekdays == null ? null : [...weekdaysIn(wish.weekdays)],
    parts_of_day: wish.time_of_day == null ? null : [wish.time_of_day],
    location_ids: wish.location_id == null ? null : [wish.location_id],
    provider_ids: wish.provider_id == null ? null : [wish.provider_id],
  }
}

/** Waiting gives no right that booking would not: the type is one of those that the caller hears. */
async function refuseUnbookable(
  context: AppContext,
  call: AgentCall,
  typeIds: readonly number[],
): Promise<void> {
  const { companyId, session, now } = call
  const types = await bookableTypes(context, companyId, session, now)
  if (!typeIds.every((typeId) => types.some(({ id }) => id === typeId)))
    throw new Refusal("type_not_bookable")
}

/**
 * Joins, and keeps the yes to texts, or the no: then the entry is offered times by mail alone. A caller who was not asked, and has
 * no consent on record, is asked.
 */
function join(
  context: AppContext,
  call: AgentCall,
  wish: JoinWish,
  textsAgreed: boolean | null,
): Promise<{ entry: NamedEntry; reached: Reached }> {
  const { companyId, now } = call
  return write(context, call, "create_waiting_entry", async (tx) => {
    const channels = textsAgreed === false ? { channels: ["mail" as const] } : {}
    const { entry } = await joinList(tx, context, call, { ...wish, ...channels })
    if (textsAgreed) await agree(context, tx, call)
    const { sends, reach } = await standsOf(context, tx, companyId, entry, now)
    const isByText = reach?.channel === "sms"
    if (textsAgreed === null && isByText && !(await hasAgreed(context, tx, call))) throw askingToText(call)
    if (textsAgreed !== false && sends && reach === null) throw askingToText(call)
    const unreached = textsAgreed === false ? ("no_texts" as const) : ("staff" as const)
    const result = { entry, reached: reach?.channel ?? unreached }
    return { result, targetId: entry.id, customerId: entry.customer_id, fields: Object.keys(wish) }
  })
}

async function hasAgreed({ sealer }: AppContext, tx: Tx, call: AgentCall): Promise<boolean> {
  const recipient = await findRecipient(tx, call.companyId, customerOf(call).id)
  const granted = (recipient?.phones ?? []).map((phone) => hasGrantedTexts(tx, sealer, call.companyId, phone))
  return (await Promise.all(granted)).includes(true)
}

async function agree({ sealer }: AppContext, tx: Tx, call: AgentCall): Promise<void> {
  const said = { phone: phoneOf(call), channel: "sms", event: "granted", source: agentSource } as const
  await recordConsentOnce(tx, sealer, call.companyId, said, call.now)
}

const askingToText = ({ session }: AgentCall) =>
  new SaidRefusal("invalid_input", {
    field: "texts_agreed",
    message: wordsIn(session.listener.language).waiting.mayWeText,
    details: { problem: "texts_agreed: expected true or false, as the caller has answered" },
  })

export const leaveWaitingListForCaller = agentTool({
  name: "leave_waiting_list",
  summary: "Stop waiting for a time",
  description: "Takes the caller off the waiting list, once they have said so.",
  events: ["waiting_entry.ended"],
  refusals: ["caller_unknown", "not_found", "registration_needed"],
  writes: true,
  input: agentLeaving,
  result: callerLeft,
  async run(context, call, { appointment_type_id: typeId }) {
    const { companyId } = call
    const { id: customerId } = customerOf(call)
    if (typeId != null && !(await findAppointmentType(context.db, companyId, typeId)))
      throw notFound("appointment type", "appointment_type_id")
    const left = await write(context, call, "delete_waiting_entry", async (tx) => {
      const waiting = await waitingOfCustomer(tx, companyId, customerId)
      const leaving = waiting.filter((entry) => typeId == null || typeIdsOf(entry).includes(typeId))
      let ended = 0
      for (const one of leaving) {
        const entry = await lockWaiting(tx, companyId, one).catch(endedMeanwhile)
        if (entry === null) continue
        await endWaiting(tx, call, entry, { status: "withdrawn" })
        ended += 1
      }
      return { result: ended, targetId: leaving[0]?.id ?? null, customerId, fields: ["state"] }
    })
    const words = wordsIn(call.session.listener.language).waiting
    return { left, say: left > 0 ? words.off : words.none }
  },
})

/** Of two equal calls at once, the second one finds nothing left. */
function endedMeanwhile(error: unknown): null {
  if (error instanceof Refusal && error.code === "entry_ended") return null
  throw error
}
