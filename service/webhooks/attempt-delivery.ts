/** One attempt: sign, post, and say what came of it. */

import type { DeliveryError } from "../../domain/model/delivery.ts"
import { envelopeOf, eventId } from "../../domain/model/event.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import type { OwnHeaders } from "../../domain/model/webhook-headers.ts"
import { isTaken, outcomeOf } from "../../domain/rules/webhooks/delivery-outcome.ts"
import { type WebhookHeaders, webhookHeaders } from "../../domain/rules/webhooks/webhook-signature.ts"
import type { AppContext } from "../platform/context.ts"
import type { Post, Posting, Span } from "../platform/ports.ts"
import type { DeliveryToSend } from "./deliveries-to-send.sql.ts"
import type { DeliveryResult } from "./delivery-results.sql.ts"

/**
 * Why a delivery can't be sent any more; null when it can. Tests and redeliveries go to disabled endpoints too. How many
 * attempts failed is no reason here: only the end of an attempt gives a delivery up, so that an event over which workers
 * died reaches its receiver however often they did.
 */
export function whyHopeless({ byHand, endpoint, event, testPayload }: DeliveryToSend): DeliveryError | null {
  if (endpoint === null || !(endpoint.enabled || byHand)) return "endpoint_disabled"
  return event === null && testPayload === null ? "event_gone" : null
}

/** The result of a delivery that is given up without an attempt. */
export function givenUp(delivery: DeliveryToSend, error: DeliveryError, now: number): DeliveryResult {
  return {
    ...delivery,
    number: delivery.failures + 1,
    startedAt: null,
    status: "abandoned",
    nextAttemptAt: null,
    statusCode: null,
    error,
    finishedAt: now,
    trace: null,
  }
}

/** The opened secrets of an endpoint: the one that signs everything that is sent to it, and the company's own headers. */
export interface OpenedEndpoint {
  secret: string
  headers: OwnHeaders
}

/** Opens what is sealed, and remembers the last of it. */
export type OpenSecret = (delivery: DeliveryToSend) => OpenedEndpoint

const remembered = 1_000

export function createOpenSecret(context: Pick<AppContext, "sealer">): OpenSecret {
  const opened = new Map<string, OpenedEndpoint>()
  return ({ companyId, endpointId, endpoint }) => {
    const { sealedSecret, sealedHeaders } = endpoint!
    const key = `${sealedSecret} ${sealedHeaders}`
    const known = opened.get(key)
    if (known !== undefined) return known
    const open = (sealed: string) =>
      context.sealer.open(sealed, associatedData.webhook(companyId, endpointId))
    const headers: OwnHeaders = sealedHeaders === null ? {} : JSON.parse(open(sealedHeaders))
    const made = { secret: open(sealedSecret), headers }
    if (opened.size >= remembered) opened.clear()
    opened.set(key, made)
    return made
  }
}

function postingOf(
  delivery: DeliveryToSend,
  secret: string,
  now: number,
): Posting & { headers: WebhookHeaders } {
  const { companyId, endpoint, event, testPayload } = delivery
  const body = JSON.stringify(event === null ? testPayload : envelopeOf(companyId, event))
  const id = event === null ? testPayload!.id : eventId(event.id)
  return { url: endpoint!.url, headers: webhookHeaders(secret, id, body, now), body }
}

/** Never throws: an attempt that can't even be signed is a failed one. `delivery` is not hopeless. */
export async function runAttempt(
  context: Pick<AppContext, "clock" | "hostClock" | "log" | "tracer">,
  post: Post,
  openSecret: OpenSecret,
  delivery: DeliveryToSend,
): Promise<DeliveryResult> {
  const number = delivery.failures + 1
  const startedAt = context.clock.now()
  const span = startSpan(context.tracer, delivery, number)
  const { statusCode, error, trace } = await sendSigned(context, post, openSecret, delivery, span)
  span?.end(
    statusCode === null ? { error: error ?? "failed" } : { "http.response.status_code": statusCode },
    !isTaken(statusCode),
  )
  const finishedAt = context.clock.now()
  return {
    ...delivery,
    number,
    startedAt,
    ...outcomeOf(number, statusCode, finishedAt),
    statusCode,
    error,
    finishedAt,
    trace,
  }
}

function startSpan(tracer: AppContext["tracer"], delivery: DeliveryToSend, number: number): Span | null {
  const { companyId, deliveryId, endpointId, event } = delivery
  const attributes = {
    company_id: companyId,
    delivery_id: deliveryId,
    endpoint_id: endpointId,
    event_type: event?.type ?? "test",
    attempt: number,
  }
  const parent = event?.traceparent ?? null
  return tracer?.start({ name: "deliver webhook", kind: "client", parent, attributes }) ?? null
}

type Sent = Pick<DeliveryResult, "statusCode" | "error" | "trace">

async function sendSigned(
  context: Pick<AppContext, "hostClock" | "log">,
  post: Post,
  openSecret: OpenSecret,
  delivery: DeliveryToSend,
  span: Span | null,
): Promise<Sent> {
  try {
    // Receivers compare the signature's time with their own clocks, so a test company's own time is of no use here.
    const { secret, headers } = openSecret(delivery)
    const posting = postingOf(delivery, secret, context.hostClock.now())
    const traced = span === null ? {} : { traceparent: span.traceparent }
    const { statusCode, error, ...seen } = await post.send({
      ...posting,
      headers: { ...headers, ...posting.headers, ...traced },
    })
    return { statusCode, error, trace: { ...seen, headers: posting.headers } }
  } catch (error) {
    context.log.error(
      { err: error, job: "deliveries", company_id: delivery.companyId },
      "a webhook could not be signed",
    )
    return { statusCode: null, error: "failed", trace: null }
  }
}
