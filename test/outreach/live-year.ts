/** Lives a written year through the service: the clock jumps from one thing to the next, people's and the worker's. */

import { upkeep } from "../../service/host/upkeep.worker.ts"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { takeReply } from "../../service/messages/take-reply.ts"
import { sweepRequests } from "../../service/requests/sweep-requests.worker.ts"
import { makePlan, ownNumber, textStep } from "../support/outreach.ts"
import type { TestService } from "../support/service.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType } from "../support/story.ts"
import { latestDateOf } from "./year-oracle.ts"
import { type Act, type Asked, places, plans, yearEnd, yearStart } from "./year-story.ts"

export const companyZone = "Pacific/Honolulu"
const dayMs = 86_400_000

interface Stage {
  service: TestService
  locationIds: number[]
  providerIds: number[]
  typeId: number
  planIds: number[]
  requestIds: Map<number, number>
  booked: number
}

async function setStage(service: TestService): Promise<Stage> {
  await service.api("PUT", "/company", { timezone: companyZone, reminders: [] })
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  const locationIds: number[] = []
  for (const { zone: timezone } of places) locationIds.push(await makeLocation(service, { timezone }))
  const typeId = await makeType(service)
  const providerIds: number[] = []
  for (const id of locationIds) {
    const hours = { appointment_type_ids: [typeId], weekly_hours: aroundTheClock(id) }
    providerIds.push(await makeProvider(service, { name: "Ana Ruiz", ...hours }))
  }
  const planIds: number[] = []
  for (const minutes of plans) {
    planIds.push(
      await makePlan(
        service,
        minutes.map((after, index) => textStep(`Step ${index + 1}`, after)),
      ),
    )
  }
  return { service, locationIds, providerIds, typeId, planIds, requestIds: new Map(), booked: 0 }
}

/** Every day from midnight to midnight: when people book is not what is tried here. */
const aroundTheClock = (location_id: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ location_id, weekday, start: "00:00", end: "00:00" }))

/** Something at a time; `run` finds the clock set. */
interface Happening {
  at: number
  run(stage: Stage): Promise<void>
}

export async function liveYear(service: TestService, year: readonly Asked[]): Promise<void> {
  const stage = await setStage(service)
  const happenings = [...year.flatMap(happeningsOf), ...chores()].sort((a, b) => a.at - b.at)
  for (const happening of happenings) {
    await sendUntil(service, happening.at)
    service.clock.set(new Date(happening.at).toISOString())
    await happening.run(stage)
  }
  await sendUntil(service, yearEnd)
}

/** Everything that falls due before then, each at its moment. */
async function sendUntil(service: TestService, until: number): Promise<void> {
  for (;;) {
    const [next] = await service.context.db.query<{ at: Date | null }>(
      "SELECT min(due_at) AS at FROM text_due",
    )
    const at = next?.at?.getTime()
    if (at === undefined || at >= until) return
    service.clock.set(new Date(Math.max(at, service.clock.now())).toISOString())
    await sendTexts(service.context)
  }
}

/** The worker's chores beside sending: expiry by the day, upkeep by the month. */
function chores(): Happening[] {
  const days = Math.round((yearEnd - yearStart) / dayMs)
  return Array.from({ length: days }, (_, day) => ({
    at: yearStart + day * dayMs + 44_000,
    run: async ({ service: { context } }) => {
      await sweepRequests(context)
      if (day % 28 === 0) await upkeep(context)
    },
  }))
}

function happeningsOf(asked: Asked): Happening[] {
  const begin = { at: asked.startAt, run: (stage: Stage) => ask(stage, asked) }
  const acts = asked.acts.flatMap((act) =>
    act.kind === "none" ? [] : [{ at: act.at, run: (stage: Stage) => play(stage, asked, act) }],
  )
  return [begin, ...acts]
}

async function ask(stage: Stage, asked: Asked): Promise<void> {
  const { zone, latitude, longitude } = places[asked.place]!
  const address = { line1: "1 Main St", city: zone, state: "XX", postal_code: "00000", country: "US" }
  const customerId = await makeCustomer(stage.service, {
    phone: asked.phone,
    ...(asked.knownBy === "address" ? { address: { ...address, latitude, longitude } } : {}),
  })
  const request = await make(stage.service, "/scheduling-requests", {
    customer_id: customerId,
    appointment_type_id: stage.typeId,
    location_id: stage.locationIds[asked.place],
    latest_date: latestDateOf(asked, companyZone),
    outreach_plan_id: stage.planIds[asked.plan],
  })
  stage.requestIds.set(asked.index, request.id)
}

async function play(stage: Stage, asked: Asked, act: Exclude<Act, { kind: "none" }>): Promise<void> {
  const { service } = stage
  const request = `/scheduling-requests/${stage.requestIds.get(asked.index)}`
  switch (act.kind) {
    case "stop_word":
    case "start_word": {
      const body = act.kind === "stop_word" ? "STOP" : "START"
      const reply = { from: asked.phone, to: ownNumber, body, isAnswered: true, requestId: "carrier" }
      await takeReply(service.context, reply)
      return
    }
    case "cancel":
      await service.api("POST", `${request}/cancel`, {})
      return
    default:
      await bookAndMaybeCancel(stage, asked, act.kind === "book_and_cancel")
  }
}

/** Far ahead, an hour for each, so that no two meet. Nothing, where the request is over already. */
async function bookAndMaybeCancel(stage: Stage, asked: Asked, cancels: boolean): Promise<void> {
  const { service } = stage
  const requestId = stage.requestIds.get(asked.index)!
  const { body } = await service.api("GET", `/scheduling-requests/${requestId}`)
  if (body.data.status !== "open") return
  stage.booked += 1
  const appointment = await service.api("POST", "/appointments", {
    customer_id: body.data.customer_id,
    appointment_type_id: stage.typeId,
    provider_id: stage.providerIds[asked.place],
    location_id: stage.locationIds[asked.place],
    scheduling_request_id: requestId,
    start_time: new Date(yearEnd + stage.booked * 3_600_000).toISOString(),
    override_eligibility: true,
  })
  if (appointment.status !== 201) throw new Error(`not booked: ${JSON.stringify(appointment.body)}`)
  if (cancels) await service.api("POST", `/appointments/${appointment.body.data.id}/cancel`, {})
}
