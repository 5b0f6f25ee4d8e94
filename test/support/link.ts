/** A booking link as its holder meets it over plain HTTP, on a service that was started with its customer host. */
import type { ChangeScope, LinkView } from "../../domain/contracts/booking-link.ts"
import type { SlotsView } from "../../domain/contracts/customer-pages.ts"
import type { TestService } from "./service.ts"
import { make, type Story } from "./story.ts"

export interface Reply<Data = ReturnType<typeof JSON.parse>> {
  status: number
  headers: Headers
  text: string
  data: Data
  error: { code: string; message: string; field?: string; details?: ReturnType<typeof JSON.parse> }
}

export interface Choice {
  providerId: number
  locationId: number
  startTime: string
  answers?: Record<string, unknown>
  keepProvider?: true
}

export interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** Sent as it is, instead of JSON. */
  raw?: string
}

export interface Link {
  requestId: number
  token: string
  url: string
  /** Any request to the customer host with this link's token, from an address of the link's own. */
  send(path: string, sending?: Sending): Promise<Reply>
  page(headers?: Record<string, string>): Promise<Reply>
  read(): Promise<Reply<LinkView>>
  slots(startDate: string, endDate: string, appointmentId?: number): Promise<Reply<SlotsView>>
  book(choice: Choice, key?: string): Promise<Reply<LinkView>>
  move(startTime: string, ifVersion?: number, scope?: ChangeScope): Promise<Reply<LinkView>>
  cancel(ifVersion?: number, scope?: ChangeScope): Promise<Reply<LinkView>>
  file(): Promise<Reply>
}

/** By default asks the story's customer to book the story's type until the end of March 2027. */
export async function makeLink(service: TestService, story: Story, fields = {}): Promise<Link> {
  const request = await make(service, "/scheduling-requests", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
    ...fields,
  })
  return linkOf(service, String(request.booking_url), request.id)
}

let linksMade = 0

export function linkOf(service: TestService, url: string, requestId = 0): Link {
  const token = url.split("/").at(-1)!
  linksMade += 1
  // With one trusted proxy, each link is opened from a network of its own and so has its own limit.
  const from = `10.${linksMade >> 8}.${linksMade & 255}.1`
  const send = (path: string, { method = "GET", headers = {}, body, raw }: Sending = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    return ask(service.bookUrl + path, {
      method,
      headers: {
        "x-forwarded-for": from,
        "x-booking-token": token,
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
  }
  const path = "/api/link/appointment"
  return {
    requestId,
    token,
    url,
    send,
    page: (headers = {}) => ask(url, { headers: { "x-forwarded-for": from, ...headers } }),
    read: () => send("/api/link"),
    slots: (startDate, endDate, appointmentId) =>
      send("/api/link/slots", { method: "POST", body: { startDate, endDate, appointmentId } }),
    book: ({ providerId, locationId, startTime, answers, keepProvider }, key) =>
      send(path, {
        method: "POST",
        body: { providerId, locationId, startTime, answers, keepProvider },
        headers: key === undefined ? {} : { "idempotency-key": key },
      }),
    move: (startTime, ifVersion, scope) =>
      send(path, { method: "PUT", body: { startTime, ifVersion, scope } }),
    cancel: (ifVersion, scope) => send(path, { method: "DELETE", body: { ifVersion, scope } }),
    file: () => send(`${path}.ics`),
  }
}

export async function ask(url: string, init: RequestInit): Promise<Reply> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false
  const body = isJson && text !== "" ? JSON.parse(text) : {}
  return { status: answer.status, headers: answer.headers, text, data: body.data, error: body.error }
}

/** Ana's hour at the story's place that starts at the UTC instant. */
export const anasAt = (story: Story, startTime: string): Choice => ({
  providerId: story.anaId,
  locationId: story.locationId,
  startTime,
})
