/** The caller's waiting entry, the time that is offered to them, and their yes or no to it. */

import type { z } from "zod"
import { agentTakeOffer, offerAnswered } from "../../../domain/model/agent/answering.ts"
import { nothingAsked } from "../../../domain/model/agent/bookable.ts"
import { knownAppointment, wordingAt } from "../../../domain/model/agent/known-appointment.ts"
import { sayAt, sayBlocks, sayDate, sayWindow, todayIn } from "../../../domain/model/agent/say.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import { callerWaiting, type OfferState } from "../../../domain/model/agent/waiting.ts"
import { type ErrorCode, notFound, Refusal } from "../../../domain/model/errors.ts"
import { iso } from "../../../domain/model/views.ts"
import { type NamedEntry, typeIdsOf, type WaitingOffer } from "../../../domain/model/waiting-entry.ts"
import { spokenName } from "../../../domain/model/written-by-people.ts"
import { dayOfDate } from "../../../domain/time/dates.ts"
import { findEntry, waitingOfCustomer } from "../../ledger/waiting-entries.sql.ts"
import { findOffer } from "../../ledger/waiting-offers.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { declineOffer, seeAndHold, takeOffer } from "../../waiting/answer-offer.ts"
import { type OpenedWaiting, readWaiting } from "../../waiting/open-link.ts"
import { type AgentCall, agentTool, customerOf } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { callerAppointment, shownAppointment } from "./own-records.ts"
import { nameOfAll } from "./wanted-group.ts"

export const readCallerWaiting = agentTool({
  name: "waiting_status",
  summary: "Read what the caller waits for",
  description:
    "Tells what this caller is on the waiting list for, and the time that we offer them. Call it when they ask, or phone about a time that we wrote to them about.",
  refusals: ["caller_unknown", "registration_needed"],
  writes: false,
  input: nothingAsked,
  result: callerWaiting,
  async run(context, call) {
    const { companyId, session, now } = call
    const waiting = await waitingOfCustomer(context.db, companyId, customerOf(call).id)
    const shown = await Promise.all(waiting.map(({ id }) => shownEntry(context, call, id)))
    const entries = shown.filter((one) => one !== null)
    const said = entries.map((one) => one.said)
    const { language, timezone } = session.listener
    return {
      ...todayIn(language, timezone, now),
      waiting: entries.map((one) => one.entry),
      say: said.length === 0 ? wordsIn(language).waiting.none : said.join(" "),
    }
  },
})

type ShownEntry = z.input<typeof callerWaiting>["waiting"][number]

/** Null of one that has ended meanwhile. */
async function shownEntry(
  context: AppContext,
  call: AgentCall,
  entryId: number,
): Promise<{ entry: ShownEntry; said: string } | null> {
  const opened = await readWaiting(context, call, entryId)
  const { entry, keeps } = opened
  if (entry.status !== "waiting") return null
  const names = [entry.type_name, ...entry.then_type_names].map(spokenName)
  const { language, timezone } = call.session.listener
  const words = wordsIn(language).waiting
  const until = sayDate(language, dayOfDate(entry.latest_date)!, timezone, call.now)
  const offer = shownOffer(call, opened)
  const what = nameOfAll(language, names)
  const said = keeps ? [words.onForEarlier({ what, until }), words.keeps] : [words.on({ what, until })]
  return {
    entry: {
      waiting_entry_id: entry.id,
      appointment_types: typeIdsOf(entry).map((id, i) => ({ id, name: names[i] ?? "" })),
      first_date: entry.earliest_date,
      last_date: entry.latest_date,
      appointment_id: keeps?.id ?? null,
      offer,
    },
    said: [...said, ...(offer ? [offer.say] : [])].join(" "),
  }
}

const stateOf = { free: "free", seat: "free", held: "held_for_caller" } as const

/** Null where none is open: one that is gone is none. */
function shownOffer({ session, now }: AgentCall, { offer, loaded }: OpenedWaiting): ShownEntry["offer"] {
  if (offer === null || offer.stands.state === "gone" || offer.row.status === "booked") return null
  const { row, stands } = offer
  const state: OfferState = stateOf[stands.state as keyof typeof stateOf] ?? "somebody_else_decides"
  const type = loaded.type!
  const wording = wordingAt(type.place, session.listener, now)
  const isWindow = type.window_minutes !== null
  const [start_time, end_time] = [iso(row.start_at), iso(row.end_at)]
  const when = isWindow
    ? sayWindow({ start_time, end_time }, row.timezone, wording)
    : sayBlocks([{ start_time }], row.timezone, wording)
  const location = { id: row.location_id, name: spokenName(row.location_name) }
  const time = sayAt(when, location.name, wording)
  return {
    id: row.id,
    start_time,
    ...(isWindow ? {} : { provider: { id: row.provider_id, name: spokenName(row.provider_name) } }),
    location,
    state,
    say: wordsIn(wording.language).waiting[state]({ when: time }),
  }
}

export const answerOfferForCaller = agentTool({
  name: "accept_offer",
  summary: "Take or decline an offered time",
  description:
    "Takes the `offer` of waiting_status, once the caller has said yes to it, or with accepted false declines it.",
  status: 201,
  events: ["appointment.created", "appointment.pending", "appointment.rescheduled", "waiting_entry.ended"],
  refusals: [
    "calendar_unavailable",
    "caller_unknown",
    "customer_busy",
    "entry_ended",
    "not_found",
    "offer_ended",
    "registration_needed",
  ],
  writes: true,
  input: agentTakeOffer,
  result: offerAnswered,
  async run(context, call, { waiting_entry_id: entryId, offer_id: offerId, accepted, answers }) {
    const asked = { entryId, offerId, answers }
    const { entry, status, takenBy } = await standing(context, call, asked)
    if (!accepted) return decline(context, call, asked, status)
    // A repeat, after a call that was dropped, finds what the first one booked.
    const id = takenBy ?? (await take(context, call, asked))
    const appointment = knownAppointment(await callerAppointment(context, call, id))
    const outcome = entry.appointment_id === null ? "booked" : "moved"
    const shown = shownAppointment(
      call,
      appointment,
      outcome,
      nameOfAll(call.session.listener.language, [entry.type_name, ...entry.then_type_names]),
    )
    return { accepted: true, appointment: shown, say: shown.say }
  },
})

/** An entry of somebody else answers like one that does not exist. */
async function ownEntry(context: AppContext, call: AgentCall, entryId: number): Promise<NamedEntry> {
  const entry = await findEntry(context.db, call.companyId, entryId)
  if (entry?.customer_id !== customerOf(call).id) throw notFound("waiting entry", "waiting_entry_id")
  return entry
}

/** Reads what became of the offer; its status is null where it is none of that entry. */
async function standing(context: AppContext, call: AgentCall, { entryId, offerId }: Asked) {
  const [entry, offer] = await Promise.all([
    ownEntry(context, call, entryId),
    findOffer(context.db, call.companyId, offerId),
  ])
  const status = offer?.entry_id === entryId ? offer.status : null
  const takenBy = status === "booked" ? entry.booked_appointment_id : null
  return { entry, status, takenBy }
}

type Asked = Parameters<typeof takeOffer>[2]
type OfferStatus = WaitingOffer["status"]

/** Of two equal calls at once, each may replace the hold of the other, which then looks again. */
const mostTries = 3

async function take(context: AppContext, call: AgentCall, asked: Asked): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      await seeAndHold(context, call, asked)
      return (await takeOffer(context, call, asked)).id
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { takenBy, status } = await standing(context, call, asked)
      if (takenBy !== null) return takenBy
      if (saidOfOffers.has(error.code)) throw error
      if (status !== "offered" && status !== "held") throw new Refusal("offer_ended")
      if (tries === mostTries) throw heldByAnother(call)
    }
  }
}

const heldByAnother = ({ session }: AgentCall) =>
  new SaidRefusal("offer_ended", { message: wordsIn(session.listener.language).waiting.heldByAnother })

/** Any other refusal of the booking means that the time is no longer on offer. */
const saidOfOffers: ReadonlySet<ErrorCode> = new Set([
  ...(["busy", "calendar_unavailable", "customer_busy", "entry_ended", "invalid_input"] as const),
])

async function decline(
  context: AppContext,
  call: AgentCall,
  { entryId, offerId }: Asked,
  status: OfferStatus | null,
) {
  if (status !== "declined") await declineOffer(context, call, { entryId, offerId, leaves: false })
  return { accepted: false, appointment: null, say: wordsIn(call.session.listener.language).waiting.stays }
}
