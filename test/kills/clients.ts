/** Customers who book while the service is about to be killed, and who remember their answers. */
import { setTimeout as sleep } from "node:timers/promises"

export interface Shop {
  key: string
  typeId: number
  locationId: number
  providerIds: readonly number[]
  /** The n-th hour that can be booked, epoch milliseconds; never the same twice. */
  nextStart(): number
}

/** One booking as its client knows it. */
export interface Attempt {
  key: string
  body: { customer_id: number; start_time: string } & Record<string, unknown>
  /** The first answer of 201, as it was sent; null when the client never got one. */
  answer: string | null
  /** By `performance.now()`. */
  answeredAt?: number
}

export interface Sent {
  status: number
  text: string
}

const answerTimeoutMs = 10_000
const retryPauseMs = 150

export async function send(
  baseUrl: string,
  shop: Pick<Shop, "key">,
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
): Promise<Sent> {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${shop.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  return { status: answer.status, text: await answer.text() }
}

/** POSTs and returns the record's id; throws when it is refused. */
export async function made(
  baseUrl: string,
  shop: Pick<Shop, "key">,
  path: string,
  body: unknown,
): Promise<number> {
  const { status, text } = await send(baseUrl, shop, "POST", path, body)
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
  return JSON.parse(text).data.id
}

/** Books for one new customer after another until it is stopped or no answer comes; every other one has a request. */
export async function bookUntil(
  baseUrl: string,
  shop: Shop,
  client: string,
  attempts: Attempt[],
  isOver: () => boolean,
): Promise<void> {
  for (let nth = 0; !isOver(); nth += 1) {
    try {
      await bookOnce(baseUrl, shop, `${client}-${nth}`, nth % 2 === 0, attempts)
    } catch {
      // The server is gone, or can't serve: that is being tried.
      await sleep(retryPauseMs)
    }
  }
}

async function bookOnce(
  baseUrl: string,
  shop: Shop,
  key: string,
  withRequest: boolean,
  attempts: Attempt[],
): Promise<void> {
  const customer_id = await made(baseUrl, shop, "/customers", { name: key })
  const wish = { customer_id, appointment_type_id: shop.typeId }
  const start = shop.nextStart()
  const latest_date = new Date(start + 86_400_000).toISOString().slice(0, 10)
  const request = withRequest
    ? { scheduling_request_id: await made(baseUrl, shop, "/scheduling-requests", { ...wish, latest_date }) }
    : {}
  const attempt: Attempt = {
    key,
    body: {
      ...wish,
      ...request,
      provider_id: shop.providerIds[attempts.length % shop.providerIds.length]!,
      location_id: shop.locationId,
      start_time: new Date(start).toISOString(),
    },
    answer: null,
  }
  attempts.push(attempt)
  const { status, text } = await send(baseUrl, shop, "POST", "/appointments", attempt.body, key)
  if (status === 201) Object.assign(attempt, { answer: text, answeredAt: performance.now() })
  else if (status < 500) throw new Error(`${key}: ${status} ${text}`)
}
