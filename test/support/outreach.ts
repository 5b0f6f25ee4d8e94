/** Outreach as companies set it up: a plan, a request that starts it, and the worker that sends what is due. */
import { sendTexts } from "../../service/messages/messages.worker.ts"
import type { TestService } from "./service.ts"
import { make, type Story } from "./story.ts"

export const ownNumber = "+15125550199"

export interface Step {
  after_minutes: number
  channel: "sms" | "voice"
  sms_text?: string
}

export const textStep = (sms_text: string, after_minutes = 0): Step => ({
  after_minutes,
  channel: "sms",
  sms_text,
})

export async function makePlan(service: TestService, steps: readonly Step[]): Promise<number> {
  const { id } = await make(service, "/outreach-plans", { name: "Nudges", steps })
  return id
}

export async function makeRequest(
  service: TestService,
  story: Story,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; booking_url: string }> {
  const request = await make(service, "/scheduling-requests", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
    ...fields,
  })
  return request as { id: number; booking_url: string }
}

/** The newest run's steps as `status` or `status: reason`, in their order. */
export async function outcomes(service: TestService, requestId: number): Promise<string[]> {
  const { body } = await service.api("GET", `/scheduling-requests/${requestId}/outreach`)
  return body.data.steps.map(({ status, reason }: { status: string; reason: string | null }) =>
    reason === null ? status : `${status}: ${reason}`,
  )
}

/** Moves the clock on and sends what has become due by then, step after step. */
export async function later(service: TestService, minutes: number): Promise<void> {
  service.clock.advanceMs(minutes * 60_000)
  await sendTexts(service.context)
}

/** The company's words, without those that the first text to a number gains. */
export const ownWords = (body: string): string =>
  body.replace(/^Harbour Heating: /, "").replace(/\nReply STOP for no more texts\.$/, "")
