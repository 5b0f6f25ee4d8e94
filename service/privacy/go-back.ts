/**
 * Does again what the journal has kept and a database that went back in time has forgotten. Each entry is a transaction of its
 * own and may be done twice, so a process that crashes halfway leaves the rest to the next one.
 */

import type { KeptEntry, SentText } from "../../domain/model/journal.ts"
import { linkOf } from "../../domain/model/link-token.ts"
import { findAppointment, setManageLink } from "../ledger/appointments.sql.ts"
import { findRequest, nextLink } from "../ledger/scheduling-requests.sql.ts"
import { answersDue } from "../outbox/answers-due.sql.ts"
import { cancelsDue } from "../outbox/cancels-due.sql.ts"
import { enqueueAgain } from "../outbox/texts-held.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { issueLink, makeLink } from "../platform/links.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { dropHold } from "../taking/end-hold-early.ts"
import { freeAllocations, freeSeats } from "../taking/write-allocations.ts"
import { eraseCustomer } from "./erase-customer.ts"
import * as again from "./journal-again.sql.ts"
import { isThereUnerased } from "./journal-again.sql.ts"

/** How much of each kind the database had forgotten. */
export interface DoneAgain {
  links: number
  keys: number
  passwords: number
  consents: number
  texts: number
  erased: number
}

export async function applyJournal(context: AppContext, entries: readonly KeptEntry[]): Promise<DoneAgain> {
  const done: DoneAgain = { links: 0, keys: 0, passwords: 0, consents: 0, texts: 0, erased: 0 }
  const unsent = lastUnsent(entries)
  for (const entry of entries) {
    if (entry.kind === "unsent") continue
    if (entry.kind === "text" && (unsent.get(nameOf(entry)) ?? 0) > entry.at) continue
    const isDone = await context.db.transaction((tx) => applyOne(context, tx, entry))
    if (isDone) done[countOf(entry)] += 1
  }
  return done
}

const nameOf = ({ company, id }: { company: number; id: number }) => `${company}:${id}`

/** When the carrier last refused a text for the moment. */
function lastUnsent(entries: readonly KeptEntry[]): Map<string, number> {
  return new Map(entries.flatMap((entry) => (entry.kind === "unsent" ? [[nameOf(entry), entry.at]] : [])))
}

function countOf(entry: Exclude<KeptEntry, { kind: "unsent" }>): keyof DoneAgain {
  switch (entry.kind) {
    case "ended":
      return entry.of === "api_key" ? "keys" : "links"
    case "password":
      return "passwords"
    case "consent":
      return "consents"
    case "text":
      return "texts"
    case "erased":
      return "erased"
  }
}

function applyOne(
  context: AppContext,
  tx: Tx,
  entry: Exclude<KeptEntry, { kind: "unsent" }>,
): Promise<boolean> {
  switch (entry.kind) {
    case "ended":
      return endKey(context, tx, entry)
    case "password":
      return again.endPasswordAgain(tx, entry.company, entry.user, entry.hash)
    case "consent":
      return again.sayConsentAgain(tx, entry)
    case "text":
      return sendOnce(context, tx, entry)
    case "erased":
      return erase(context, tx, entry.company, entry.customer)
  }
}

async function endKey(
  context: AppContext,
  tx: Tx,
  entry: Extract<KeptEntry, { kind: "ended" }>,
): Promise<boolean> {
  const record = await again.endKeyAgain(tx, entry)
  if (record === null) return false
  const { companyId, refId } = record
  const now = context.clock.now()
  if (entry.of === "api_key") await again.revokeKeyAgain(tx, companyId, refId, now)
  else if (entry.of === "calendar_feed") await again.deleteFeedAgain(tx, companyId, refId)
  // An entry of the waiting list has one link for good: it ends with its customer.
  else if (entry.of !== "waiting_link" && !(await again.hasActiveKey(tx, entry.of, companyId, refId)))
    await giveNewLink(context, tx, entry.of, companyId, refId)
  return true
}

/** The link that had replaced the ended one is lost: the record gets another. */
async function giveNewLink(
  context: AppContext,
  tx: Tx,
  of: "link" | "manage_link",
  companyId: number,
  id: number,
): Promise<void> {
  const now = context.clock.now()
  if (of === "link") {
    await nextLink(tx, companyId, id, makeLink(context), now)
    const request = await findRequest(tx, companyId, id)
    if (request) issueLink(tx, companyId, linkOf("request", request), context.linkKeys)
    return
  }
  const appointment = await findAppointment(tx, companyId, id)
  if (!appointment) return
  const link = { id, link_version: appointment.link_version + 1, ...makeLink(context) }
  setManageLink(tx, companyId, { ...appointment, ...link, updated_at: new Date(now) })
  issueLink(tx, companyId, linkOf("appointment", link), context.linkKeys)
}

/** A worker then ends the text as sent, and with it its step of outreach. */
async function sendOnce(context: AppContext, tx: Tx, text: SentText & { at: number }): Promise<boolean> {
  const isKnown =
    (await again.markSent(tx, text.company, text.id)) ||
    (isPlannedAgain(text) && (await again.enterSent(tx, text, text.at)))
  if (isKnown) await enqueueAgain(tx, text.company, text.id, context.clock.now())
  return isKnown
}

/** Texts that people asked for are not queued again. */
const isPlannedAgain = ({ purpose }: SentText) =>
  purpose === "confirmation" || purpose === "change" || purpose === "reminder" || purpose === "outreach"

/** Its time or its seats, and its places in the queues of what was to happen to it. */
function giveBack(tx: Tx, companyId: number, ended: again.Ended): void {
  if (ended.session_id === null) freeAllocations(tx, companyId, ended.id)
  else freeSeats(tx, companyId, ended)
  const key = [{ companyId, appointmentId: ended.id }]
  answersDue.drop(tx, key)
  cancelsDue.drop(tx, key)
}

async function erase(
  { clock, sealer }: AppContext,
  tx: Tx,
  companyId: number,
  customerId: number,
): Promise<boolean> {
  const now = clock.now()
  lockInOrder(tx, { companyId, customerId })
  if (!(await isThereUnerased(tx, companyId, customerId))) return false
  for (const { holdId, appointments } of await again.takeUndosOf(tx, companyId, customerId)) {
    // The seats that a move left are given back when it is announced.
    for (const left of appointments) if (left.session_id !== null) giveBack(tx, companyId, left)
    dropHold(tx, companyId, holdId)
  }
  for (const ended of await again.endAppointmentsOf(tx, companyId, customerId, now))
    giveBack(tx, companyId, ended)
  await eraseCustomer(tx, { companyId, customerId, now, requestId: "restore", sealer })
  return true
}
