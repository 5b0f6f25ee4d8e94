/** Replaces a customer's personal data in every record. Consents about their numbers stay, as keyed hashes. */

import { ownSources } from "../../domain/model/contact.ts"
import { errorBody, Refusal } from "../../domain/model/errors.ts"
import { withoutPersonalData } from "../../domain/model/personal-data.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import { usageOf } from "../company/still-needed.sql.ts"
import { deleteContactsOf, listContacts } from "../customers/contacts.sql.ts"
import { consentKeyOf } from "../customers/email-consents.ts"
import { endFilesOfCustomer } from "../ledger/uploaded-files.sql.ts"
import { withdrawEntries } from "../ledger/waiting-entries.sql.ts"
import { endOffersOf } from "../ledger/waiting-offers.sql.ts"
import { eraseCallbacks } from "../messages/callbacks.sql.ts"
import { endOutreach } from "../messages/go-on-with-outreach.ts"
import { listRunningRequests } from "../messages/outreach-runs.sql.ts"
import { enqueueOfCustomer } from "../outbox/calendars-due.sql.ts"
import { retireEntries } from "../platform/directory.sql.ts"
import { eraseAnswers } from "../platform/idempotency.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { forgetWhere } from "../taking/write-allocations.ts"
import {
  blankAppointments,
  blankCustomer,
  blankRequests,
  emailOfNobodyElse,
  eraseByPhone,
  eraseConversations,
  eraseReceiversAnswers,
  eraseSources,
  eventDataOf,
  phonesOfNobodyElse,
  replaceEventData,
} from "./personal-data.sql.ts"

export interface Erasure {
  companyId: number
  customerId: number
  now: number
  requestId: string
  sealer: Sealer
}

/**
 * The caller holds the customer's lock. Throws `in_use` while there are future appointments, since a provider would still
 * come to the customer's address.
 */
export async function eraseCustomer(tx: Tx, erasure: Erasure): Promise<void> {
  const { companyId, customerId, now, requestId } = erasure
  await refuseFutureAppointments(tx, erasure)
  for (const request of await listRunningRequests(tx, companyId, customerId)) {
    await endOutreach(tx, companyId, request, "cancelled", now)
  }
  const mailbox = await emailOfNobodyElse(tx, companyId, customerId)
  if (mailbox !== null) {
    const hashes = erasure.sealer.phoneHashes(companyId, consentKeyOf(mailbox))
    await eraseSources(tx, companyId, hashes, ownSources)
  }
  await blankCustomer(tx, companyId, customerId, now)
  const callbackEvents = await eraseNumbers(tx, erasure)
  await blankAppointments(tx, companyId, customerId)
  forgetWhere(tx, companyId, customerId)
  await endFilesOfCustomer(tx, companyId, customerId, new Date(now))
  await blankRequests(tx, companyId, customerId, now)
  for (const entryId of await withdrawEntries(tx, companyId, customerId, now)) {
    endOffersOf(tx, companyId, [entryId], "withdrawn", now)
    retireEntries(tx, "waiting_link", companyId, entryId)
  }
  await enqueueOfCustomer(tx, companyId, customerId, now)
  await eraseEvents(tx, companyId, customerId, callbackEvents)
  const answer = JSON.stringify(errorBody(new Refusal("answer_erased"), requestId))
  await eraseAnswers(tx, companyId, customerId, answer)
}

/**
 * Erases the numbers, and the texts, codes, visits and conversations under their hashes. Consents stay, without the company's
 * words about them, unless another customer has the number. Returns the ids of events that callers of these numbers raised
 * before they were a customer.
 */
async function eraseNumbers(tx: Tx, { companyId, customerId, sealer }: Erasure): Promise<number[]> {
  const contacts = await listContacts(tx, companyId, [customerId])
  const hashes = contacts.flatMap(({ phone }) => sealer.phoneHashes(companyId, phone))
  await eraseByPhone(tx, companyId, customerId, hashes)
  const ownPhones = await phonesOfNobodyElse(tx, companyId, customerId)
  const ownHashes = ownPhones.flatMap((phone) => sealer.phoneHashes(companyId, phone))
  await eraseSources(tx, companyId, ownHashes, ownSources)
  await eraseConversations(tx, companyId, customerId, hashes)
  await deleteContactsOf(tx, companyId, customerId)
  return eraseCallbacks(tx, companyId, customerId, hashes)
}

async function refuseFutureAppointments(tx: Tx, { companyId, customerId, now }: Erasure): Promise<void> {
  const { futureAppointments } = await usageOf(tx, companyId, "customer", customerId, now)
  if (futureAppointments === 0) return
  throw new Refusal("in_use", {
    message: `This customer has ${futureAppointments} future appointments. Cancel them first.`,
    details: { future_appointments: futureAppointments },
  })
}

async function eraseEvents(
  tx: Tx,
  companyId: number,
  customerId: number,
  otherIds: readonly number[],
): Promise<void> {
  const events = await eventDataOf(tx, companyId, customerId, otherIds)
  if (events.length === 0) return
  const rows = events.map(({ id, data }) => ({
    id,
    data: withoutPersonalData(data as Parameters<typeof withoutPersonalData>[0]),
  }))
  await replaceEventData(tx, companyId, rows)
  await eraseReceiversAnswers(
    tx,
    companyId,
    events.map(({ id }) => id),
  )
}
