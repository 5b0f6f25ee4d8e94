/**
 * A company at three places in three zones, and random changes of what reports sum up: bookings in every way, moves, cancels,
 * completed and missed visits, requests, texts and what their carrier reports, and an erasure. A refusal is no change.
 */

import type { Actor } from "../../domain/model/actor.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { bookAppointment } from "../../service/booking/book.ts"
import { cancelAppointment } from "../../service/booking/cancel.ts"
import { completeAppointment, markNoShow } from "../../service/booking/close.ts"
import { rescheduleAppointment } from "../../service/booking/reschedule.ts"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { takeReport } from "../../service/messages/take-report.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { deleteCustomer } from "../../service/privacy/delete-customer.ts"
import { cancelRequest } from "../../service/requests/cancel-request.ts"
import { createRequest } from "../../service/requests/create-request.ts"
import type { TestService } from "../support/service.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType, put } from "../support/story.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export interface Company {
  locationIds: number[]
  typeIds: number[]
  providerIds: number[]
  customerIds: number[]
}

/** Everyone works day and night on four days a week, so that visits run over midnight, and refits over days. */
export async function furnish(service: TestService): Promise<Company> {
  const locationIds: number[] = []
  for (const timezone of ["America/Chicago", "Asia/Kolkata", "Pacific/Auckland"])
    locationIds.push(await makeLocation(service, { name: timezone, timezone }))
  const short = { slot_interval_minutes: 30, min_notice_minutes: 0, booking_window_days: 200 }
  const typeIds = [
    await makeType(service, { name: "Visit", ...short }),
    await makeType(service, { name: "Refit", blocks: [480, 480, 240], buffer_after_minutes: 45, ...short }),
  ]
  const providerIds: number[] = []
  for (const name of ["Ana", "Ben", "Cleo"])
    providerIds.push(
      await makeProvider(service, {
        name,
        appointment_type_ids: typeIds,
        // A day between two places, since a date there is not a date here.
        weekly_hours: [0, 0, 1, 2].map((place, at) => ({
          location_id: locationIds[place],
          weekday: [1, 2, 4, 6][at],
          start: "00:00",
          end: "00:00",
        })),
      }),
    )
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  await put(service, "/company", { quiet_hours: { start: "00:00", end: "00:00" } })
  const customerIds: number[] = []
  for (let n = 0; n < 12; n++)
    customerIds.push(await makeCustomer(service, { name: `Customer ${n}`, phone: `+151255501${10 + n}` }))
  return { locationIds, typeIds, providerIds, customerIds }
}

const ways: readonly Actor[] = [
  { kind: "api_key", apiKeyId: 1, role: "admin" },
  { kind: "admin_user", userId: 1, role: "member" },
  { kind: "agent", sessionId: 1, customerId: null },
  { kind: "public", visitId: 1, customerId: null },
]

export interface Changing {
  /** One random change. */
  change(): Promise<void>
  dice: Dice
}

export function changing(service: TestService, company: Company, seed: number): Changing {
  const { context, companyId, clock } = service
  const dice = diceFrom(seed)
  const callBy = (actor: Actor) => ({ companyId, actor, requestId: "random", now: clock.now() })
  const staff = () => callBy(ways[0]!)
  const some = async <T>(text: string, ...values: unknown[]): Promise<T | null> => {
    const rows = await context.db.query<T>(text, [companyId, ...values])
    return rows.length === 0 ? null : dice.pick(rows)
  }
  const someFuture = () =>
    some<{ id: number }>(
      "SELECT id FROM appointment WHERE company_id = $1 AND status = 'scheduled' AND start_at > $2 ORDER BY id",
      new Date(clock.now()),
    )
  const someStarted = () =>
    some<{ id: number }>(
      "SELECT id FROM appointment WHERE company_id = $1 AND status <> 'cancelled' AND start_at <= $2 ORDER BY id",
      new Date(clock.now()),
    )
  const someOpenRequest = () =>
    some<{ id: number; customer_id: number; appointment_type_id: number }>(
      `SELECT id, customer_id, appointment_type_id FROM scheduling_request
       WHERE company_id = $1 AND status = 'open' ORDER BY id`,
    )
  const someStart = () => {
    const halfHours = dice.between(1, 48 * 12)
    return new Date(Math.ceil(clock.now() / hourMs) * hourMs + halfHours * (hourMs / 2)).toISOString()
  }

  const changes: readonly [share: number, () => Promise<unknown>][] = [
    [
      9,
      () =>
        untilOffered(() =>
          bookAppointment.run(context, callBy(dice.pick(ways)), {
            customer_id: dice.pick(company.customerIds),
            appointment_type_id: dice.chance(0.2) ? company.typeIds[1]! : company.typeIds[0]!,
            provider_id: dice.pick(company.providerIds),
            start_time: someStart(),
          } as never),
        ),
    ],
    [
      3,
      async () => {
        const request = await someOpenRequest()
        if (!request) return
        const { id, ...wanted } = request
        const link: Actor = { kind: "link", of: "request", id, linkVersion: 1 }
        await untilOffered(() =>
          bookAppointment.run(context, callBy(link), {
            ...wanted,
            scheduling_request_id: id,
            provider_id: dice.pick(company.providerIds),
            start_time: someStart(),
          } as never),
        )
      },
    ],
    [
      4,
      async () => {
        const future = await someFuture()
        if (!future) return
        await untilOffered(() => {
          const provider_id = dice.chance(0.5) ? { provider_id: dice.pick(company.providerIds) } : {}
          const location_id = dice.chance(0.5) ? { location_id: dice.pick(company.locationIds) } : {}
          const wish = { id: future.id, start_time: someStart(), ...provider_id, ...location_id }
          return rescheduleAppointment.run(context, staff(), wish as never)
        })
      },
    ],
    [
      2,
      async () => {
        const future = await someFuture()
        if (future) await cancelAppointment.run(context, staff(), future as never)
      },
    ],
    [
      3,
      async () => {
        const started = await someStarted()
        const close = dice.chance(0.5) ? completeAppointment : markNoShow
        if (started) await close.run(context, staff(), started as never)
      },
    ],
    [
      3,
      () =>
        createRequest.run(context, staff(), {
          customer_id: dice.pick(company.customerIds),
          appointment_type_id: dice.pick(company.typeIds),
          latest_date: new Date(clock.now() + dice.between(1, 60) * dayMs).toISOString().slice(0, 10),
          ...(dice.chance(0.4) ? { location_id: dice.pick(company.locationIds) } : {}),
          ...(dice.chance(0.4) ? { provider_id: dice.pick(company.providerIds) } : {}),
        } as never),
    ],
    [
      1,
      async () => {
        const request = await someOpenRequest()
        if (request) await cancelRequest.run(context, staff(), { id: request.id } as never)
      },
    ],
    [2, () => sendTexts(context)],
    [2, () => reportText(context, companyId, dice)],
    [2, async () => clock.advanceMs(dice.between(1, 40) * hourMs)],
    [
      0.3,
      () =>
        deleteCustomer.run(context, staff(), { id: dice.pick(company.customerIds), erase: true } as never),
    ],
  ]
  const all = changes.reduce((sum, [share]) => sum + share, 0)

  async function change(): Promise<void> {
    let at = dice.roll() * all
    const [, run] = changes.find(([share]) => {
      at -= share
      return at < 0
    })!
    await run().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  return { change, dice }
}

/** A random time is often not offered. */
async function untilOffered(run: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const isDone = await run().then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return false
      },
    )
    if (isDone) return
  }
}

/** The carrier says what became of a text that it has. */
async function reportText(context: AppContext, companyId: number, dice: Dice): Promise<void> {
  const sent = await context.db.query<{ id: number; carrier_id: string | null }>(
    "SELECT id, carrier_id FROM text_message WHERE company_id = $1 AND status = 'sent' ORDER BY id",
    [companyId],
  )
  if (sent.length === 0) return
  const { id, carrier_id } = dice.pick(sent)
  const reported = dice.chance(0.7)
    ? { kind: "delivered" as const }
    : { kind: "undelivered" as const, error: "30003", optedOut: false }
  await takeReport(context, companyId, { textId: id, carrierId: carrier_id ?? `SM${id}`, reported })
}
