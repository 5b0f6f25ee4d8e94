/**
 * OU-03: outreach that is on its way meets what ends it. In any order every step has one outcome, nothing goes after the
 * answer to the booking, and no booking is refused because of it.
 */
import { sendTexts } from "../../service/messages/messages.worker.ts"
import type { Outcome } from "../chaos/trial.ts"
import { make, makeCustomer } from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"
import { type Arena, bookingOf, codeOf } from "./arena.ts"
import { openTally } from "./tally.ts"

const steps = [1, 2, 3].map((n) => ({ after_minutes: 0, channel: "sms", sms_text: `Step ${n}` }))
const ends = ["book", "cancel", "stop"] as const

export async function outreachAgainstItsEnd(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("outreach-against-its-end")
  const { service, second } = arena
  const carrier = playCarrier()
  service.context.texts = carrier
  second.context.texts = carrier
  await service.api("PUT", "/company", {
    quiet_hours: { start: "00:00", end: "00:00" },
    sms_confirmations: false,
  })
  await service.api("POST", "/channels", { kind: "sms", phone: "+15125550199" })
  const plan = await make(service, "/outreach-plans", { name: "At once", steps })
  let sent = 0
  for (let round = 0; round < rounds; round += 1) {
    const phone = `+1512556${String(1_000 + round)}`
    const customer_id = await makeCustomer(service, { phone })
    const request = await make(service, "/scheduling-requests", {
      customer_id,
      appointment_type_id: arena.hourTypeId,
      latest_date: "2028-03-01",
      outreach_plan_id: plan.id,
    })
    const sending = Promise.all([sendTexts(service.context), sendTexts(second.context)])
    await new Promise((resolve) => setTimeout(resolve, round % 12))
    const end = ends[round % ends.length]!
    const ended = await endBy(arena, end, { requestId: request.id, customerId: customer_id })
    await sending
    const atEnd = carrier.sent.filter(({ to }) => to === phone).length
    await sendTexts(service.context)
    const went = carrier.sent.filter(({ to }) => to === phone)
    sent += went.length
    const { body } = await service.api("GET", `/scheduling-requests/${request.id}/outreach`)
    const outcomes: string[] = body.data.steps.map(({ status }: { status: string }) => status)
    const shown = () => `${end} ${ended}: ${outcomes.join(", ")}; ${went.length} went, ${atEnd} by the end`
    tally.check(ended === "done" || (end === "stop" && ended === "outreach_not_running"), shown)
    tally.check(went.length === atEnd && new Set(went.map((text) => text.body)).size === went.length, shown)
    tally.check(!outcomes.includes("pending") && body.data.status !== "running", shown)
    tally.check(outcomes.filter((status) => status === "sent").length === went.length, shown)
  }
  return tally.outcome(`${sent} of ${rounds * steps.length} steps went first`)
}

/** `done`, or the code of the refusal. */
async function endBy(
  arena: Arena,
  end: (typeof ends)[number],
  { requestId, customerId }: { requestId: number; customerId: number },
): Promise<string> {
  const { service } = arena
  const path = `/scheduling-requests/${requestId}`
  const booking = () => bookingOf(arena, customerId, arena.nextStart(), { scheduling_request_id: requestId })
  const answer =
    end === "book"
      ? await service.api("POST", "/appointments", booking())
      : await service.api("POST", end === "cancel" ? `${path}/cancel` : `${path}/outreach/stop`)
  return answer.status < 300 ? "done" : codeOf(answer)
}
