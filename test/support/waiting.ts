/** A waiting list around one chair: Gil works one hour on a Wednesday, and it is taken. */

import type { WaitingView } from "../../domain/contracts/waiting.ts"
import { endOverdueHold } from "../../service/holds/end-hold.ts"
import { sendText, textLease } from "../../service/messages/send-message.ts"
import { freedDue, type LeasedFreed, leaseFreed } from "../../service/outbox/freed-due.sql.ts"
import { leaseHolds } from "../../service/outbox/holds-due.sql.ts"
import { leaseTexts } from "../../service/outbox/texts-due.sql.ts"
import { newLease } from "../../service/platform/queue/leases.ts"
import { offerFreed } from "../../service/waiting/offer-freed-time.worker.ts"
import type { TestService } from "./service.ts"
import { make, makeCustomer, makeProvider, makeType, type Story } from "./story.ts"

/** Ten on that Wednesday in Austin. */
export const chairStart = "2027-03-10T16:00:00.000Z"

export interface Chair {
  typeId: number
  gilId: number
  locationId: number
  /** The appointment that has the chair. */
  appointmentId: number
}

export async function makeChair(service: TestService, story: Story, fields: object = {}): Promise<Chair> {
  const { locationId } = story
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  const typeId = await makeType(service, { name: "Cut", ...fields })
  const hours = { location_id: locationId, weekday: 3, start: "10:00", end: "11:00" }
  const gilId = await makeProvider(service, {
    name: "Gil Novak",
    appointment_type_ids: [typeId],
    weekly_hours: [hours],
  })
  const chair = { typeId, gilId, locationId }
  const first = await makeCustomer(service, { name: "First Comer" })
  return { ...chair, appointmentId: await takeChair(service, chair, first) }
}

export async function takeChair(
  service: TestService,
  { typeId, gilId, locationId }: Omit<Chair, "appointmentId">,
  customerId: number,
): Promise<number> {
  const { id } = await make(service, "/appointments", {
    ...{ customer_id: customerId, appointment_type_id: typeId, provider_id: gilId },
    ...{ location_id: locationId, start_time: chairStart },
  })
  return id
}

export interface Waiter {
  customerId: number
  entryId: number
  url: string
}

let phones = 0

export async function waits(
  service: TestService,
  { typeId }: Pick<Chair, "typeId">,
  fields: object = {},
): Promise<Waiter> {
  phones += 1
  const phone = `+1512555${String(1000 + phones)}`
  const customerId = await makeCustomer(service, { name: `Waiter ${phones}`, phone })
  const { id, wait_url } = await make(service, "/waiting-entries", {
    ...{ customer_id: customerId, appointment_type_id: typeId, latest_date: "2027-03-12" },
    ...fields,
  })
  return { customerId, entryId: id, url: String(wait_url) }
}

/** The worker's round over everything that is due now, once. Returns how many freed times it looked at. */
export async function offerDue({ context }: TestService): Promise<number> {
  const due: LeasedFreed[] = await leaseFreed(context.db, newLease(context, 60_000), 100)
  for (const freed of due.sort((a, b) => a.freedId - b.freedId)) await offerFreed(context, freed)
  return due.length
}

export const freedRows = ({ context }: TestService) =>
  context.db.query<{ source: string; provider_id: number | null }>(
    "SELECT source, provider_id FROM freed_due ORDER BY freed_id",
  )

export const dropFreed = ({ context, companyId }: TestService) =>
  context.db.transaction(async (tx) => {
    const rows = await tx.query<{ freed_id: number }>(
      "SELECT freed_id FROM freed_due WHERE company_id = $1",
      [companyId],
    )
    freedDue.drop(
      tx,
      rows.map(({ freed_id }) => ({ companyId, freedId: freed_id })),
    )
  })

export async function endHolds({ context }: TestService): Promise<number> {
  const due = await leaseHolds(context.db, newLease(context, 30_000), 100)
  for (const one of due) await endOverdueHold(context, one)
  return due.length
}

/** Sends what is due on a lane. */
export async function sendDue({ context }: TestService, lane: "waited_for" | "mail" = "waited_for") {
  const leased = await leaseTexts(context.db, textLease(context), lane, 100)
  for (const text of leased.sort((a, b) => a.textId - b.textId)) await sendText(context, text)
}

export interface LinkAnswer {
  status: number
  code: string | undefined
  view: WaitingView
}

export async function byWaitingLink(
  { bookUrl }: TestService,
  url: string,
  method = "GET",
  path = "",
  body?: object,
): Promise<LinkAnswer> {
  const response = await fetch(`${bookUrl}/api/waiting${path}`, {
    method,
    headers: { "x-waiting-token": url.split("/").at(-1)!, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as { data: WaitingView; error?: { code: string } }
  return { status: response.status, code: answer.error?.code, view: answer.data }
}
