/**
 * Does what is due in one test company, by its own clock: the same work as the worker's for live companies, for this company
 * alone, one kind after the other, so that the same steps give the same events.
 */

import type { DueKind, Ran, RanKind } from "../../domain/model/test-company.ts"
import type { MessagePurpose } from "../../domain/model/text-message.ts"
import { answerUnanswered } from "../booking/answer-unanswered.ts"
import { writeEvents } from "../calendars/push-events.worker.ts"
import { readCalendar } from "../calendars/read-calendars.worker.ts"
import { removeFiles } from "../files/remove-file.ts"
import { endOverdueHold } from "../holds/end-hold.ts"
import { planDigestsOf } from "../messages/digests.worker.ts"
import { mostReminders, planRemindersOf } from "../messages/messages.worker.ts"
import { findReminding } from "../messages/reminders.sql.ts"
import { sendText, textLease } from "../messages/send-message.ts"
import { answersDue } from "../outbox/answers-due.sql.ts"
import { pushesDue, readsDue } from "../outbox/calendars-due.sql.ts"
import { freedDue } from "../outbox/freed-due.sql.ts"
import { holdsDue } from "../outbox/holds-due.sql.ts"
import { listEnded, outreachAmong } from "../outbox/texts.sql.ts"
import { textsDue } from "../outbox/texts-due.sql.ts"
import { narrowWindows } from "../plans/narrow.ts"
import type { AppContext, TestWorld } from "../platform/context.ts"
import type { Post } from "../platform/ports.ts"
import { newLease } from "../platform/queue/leases.ts"
import { sweepCompany } from "../requests/sweep-requests.worker.ts"
import { endOverdueOf } from "../waiting/end-waiting.worker.ts"
import { offerFreed } from "../waiting/offer-freed-time.worker.ts"
import {
  createOpenSecret,
  givenUp,
  type OpenSecret,
  runAttempt,
  whyHopeless,
} from "../webhooks/attempt-delivery.ts"
import { disableFailingOf } from "../webhooks/deliver-webhooks.worker.ts"
import type { DeliveryToSend } from "../webhooks/deliveries-to-send.sql.ts"
import type { DeliveryResult } from "../webhooks/delivery-results.sql.ts"
import { leaseDeliveriesOf } from "../webhooks/lease-deliveries.ts"
import { partition, writeResults } from "../webhooks/write-results.ts"

/** Longer than any of the work takes, by the company's clock. */
const leaseMs = 30_000
const deadlineMs = 10_000
const atOnce = 16

type Doing = (context: AppContext, companyId: number, keepLease: () => Promise<void>) => Promise<Ran[]>

export function createRunDue(post: Post): TestWorld["runDue"] {
  const openSecrets = new WeakMap<AppContext["sealer"], OpenSecret>()
  const openSecretOf = (context: AppContext) => {
    const known = openSecrets.get(context.sealer) ?? createOpenSecret(context)
    openSecrets.set(context.sealer, known)
    return known
  }
  const doings: readonly [DueKind, Doing][] = [
    ["requests", expireRequests],
    ["answers", answerPending],
    ["holds", endHolds],
    ["waiting", endWaiting],
    ["freed", offerFreedTimes],
    ["endpoints", disableEndpoints],
    ["freezing", freezeDay],
    ["reminders", queueReminders],
    ["digests", queueDigests],
    ["texts", sendTexts],
    ["calendarWrites", writeCalendars],
    [
      "deliveries",
      (context, companyId, keepLease) =>
        sendWebhooks(context, companyId, { post, openSecret: openSecretOf(context), keepLease }),
    ],
    ["calendarReads", readCalendars],
  ]
  return async (context, companyId, kinds, keepLease) => {
    const ran: Ran[] = []
    for (const [kind, run] of doings)
      if (kinds.has(kind)) ran.push(...(await run(context, companyId, keepLease)))
    // A file that was never taken makes no event.
    await removeFiles(context, companyId)
    return ran
  }
}

async function expireRequests(context: AppContext, companyId: number): Promise<Ran[]> {
  const all: number[] = []
  for (;;) {
    const expired = await sweepCompany(context, companyId)
    if (expired.length === 0) return all.map((id) => ({ kind: "request_expired", id, outcome: "done" }))
    all.push(...expired)
  }
}

async function answerPending(context: AppContext, companyId: number): Promise<Ran[]> {
  const ran: Ran[] = []
  for (;;) {
    const leased = await answersDue.leaseOf(context.db, newLease(context, leaseMs), companyId, atOnce)
    if (leased.length === 0) return ran
    leased.sort((a, b) => a.appointmentId - b.appointmentId)
    for (const due of leased) await logged(context, companyId, answerUnanswered(context, due))
    ran.push(...leased.map(({ appointmentId: id }): Ran => ({ kind: "answer", id, outcome: "done" })))
  }
}

/** Ending a hold makes no event: offers of its time do. */
async function endHolds(context: AppContext, companyId: number): Promise<Ran[]> {
  for (;;) {
    const leased = await holdsDue.leaseOf(context.db, newLease(context, leaseMs), companyId, atOnce)
    if (leased.length === 0) return []
    leased.sort((a, b) => a.holdId - b.holdId)
    for (const due of leased) await logged(context, companyId, endOverdueHold(context, due))
  }
}

/** Their events say what happened. */
async function endWaiting(context: AppContext, companyId: number): Promise<Ran[]> {
  while ((await endOverdueOf(context, companyId)) > 0);
  return []
}

/** Their texts say what happened. */
async function offerFreedTimes(context: AppContext, companyId: number): Promise<Ran[]> {
  for (;;) {
    const leased = await freedDue.leaseOf(context.db, newLease(context, leaseMs), companyId, atOnce)
    if (leased.length === 0) return []
    leased.sort((a, b) => a.freedId - b.freedId)
    for (const freed of leased) await logged(context, companyId, offerFreed(context, freed))
  }
}

async function disableEndpoints(context: AppContext, companyId: number): Promise<Ran[]> {
  const disabled = await disableFailingOf(context, companyId)
  return disabled.map((id) => ({ kind: "endpoint_disabled", id, outcome: "done" }))
}

/** Their texts say what happened. */
async function freezeDay(context: AppContext, companyId: number): Promise<Ran[]> {
  await narrowWindows(context, companyId)
  return []
}

/** The same of these. */
async function queueReminders(context: AppContext, companyId: number): Promise<Ran[]> {
  const reminding = await findReminding(context.db, companyId)
  while (reminding && (await planRemindersOf(context, reminding)) === mostReminders);
  return []
}

/** Their mails say what happened. */
async function queueDigests(context: AppContext, companyId: number): Promise<Ran[]> {
  await planDigestsOf(context, companyId)
  return []
}

const kindOfPurpose = (purpose: MessagePurpose): RanKind =>
  purpose === "reminder" || purpose === "outreach" ? purpose : "text"

async function sendTexts(context: AppContext, companyId: number): Promise<Ran[]> {
  const ran: Ran[] = []
  for (;;) {
    const lease = textLease(context)
    const leased = await context.db.transaction((tx) => textsDue.leaseOf(tx, lease, companyId, atOnce))
    if (leased.length === 0) return ran
    const ids = leased.map(({ textId }) => textId)
    const outreach = await outreachAmong(context.db, companyId, ids)
    const [steps, others] = partition(
      leased.toSorted((a, b) => a.textId - b.textId),
      ({ textId }) => outreach.has(textId),
    )
    // A step of outreach queues the next one, whose place in the outbox is that of its id.
    for (const step of steps) await logged(context, companyId, sendText(context, step))
    await Promise.all(others.map((text) => logged(context, companyId, sendText(context, text))))
    const ended = await listEnded(context.db, companyId, ids)
    ran.push(
      ...ended.map(({ id, purpose, status }) => ({ kind: kindOfPurpose(purpose), id, outcome: status })),
    )
  }
}

async function writeCalendars(context: AppContext, companyId: number): Promise<Ran[]> {
  const ran: Ran[] = []
  for (;;) {
    const leased = await pushesDue.leaseOf(context.db, newLease(context, leaseMs), companyId, atOnce)
    if (leased.length === 0) return ran
    leased.sort((a, b) => a.appointmentId - b.appointmentId)
    for (const push of leased) await logged(context, companyId, writeEvents(context, push, deadlineMs))
    ran.push(...leased.map(({ appointmentId: id }): Ran => ({ kind: "calendar_write", id, outcome: "done" })))
  }
}

/** Keeping a calendar fresh makes no event. */
async function readCalendars(context: AppContext, companyId: number): Promise<Ran[]> {
  const leased = await readsDue.leaseOf(context.db, newLease(context, leaseMs), companyId, 1_000)
  for (const read of leased) await logged(context, companyId, readCalendar(context, read, deadlineMs))
  return []
}

interface Sending {
  post: Post
  openSecret: OpenSecret
  keepLease(): Promise<void>
}

/** Each endpoint is sent its own in their order, one after the other: so the same steps reach a receiver in the same order. */
async function sendWebhooks(
  context: AppContext,
  companyId: number,
  { post, openSecret, keepLease }: Sending,
): Promise<Ran[]> {
  const ran: Ran[] = []
  const attempt = async (delivery: DeliveryToSend): Promise<DeliveryResult> => {
    const error = whyHopeless(delivery)
    return error === null
      ? runAttempt(context, post, openSecret, delivery)
      : givenUp(delivery, error, context.clock.now())
  }
  const attemptAll = async (deliveries: readonly DeliveryToSend[]): Promise<DeliveryResult[]> => {
    const results: DeliveryResult[] = []
    for (const delivery of deliveries) {
      if (results.length > 0) await keepLease()
      results.push(await attempt(delivery))
    }
    return results
  }
  for (;;) {
    const leased = await leaseDeliveriesOf(context, companyId, { leaseMs, most: atOnce })
    if (leased.length === 0) return ran
    const ordered = leased.toSorted((a, b) => a.deliveryId - b.deliveryId)
    const byEndpoint = Map.groupBy(ordered, ({ endpointId }) => endpointId)
    const results = (await Promise.all([...byEndpoint.values()].map(attemptAll))).flat()
    const inOrder = results.toSorted((a, b) => a.deliveryId - b.deliveryId)
    await writeResults(context, inOrder)
    ran.push(...inOrder.map(({ deliveryId: id, status }): Ran => ({ kind: "webhook", id, outcome: status })))
  }
}

/** An error is logged, and the work is left to the end of its lease. */
async function logged(context: AppContext, companyId: number, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    context.log.error({ err: error, job: "test-company", company_id: companyId }, "job failed")
  })
}
