/**
 * The JSON endpoints of the customer host as an OpenAPI document, for tests alone: they are the pages' own and promise nothing to other
 * programs. What an endpoint takes are the schemas by which it judges; what it answers are the strict views of the fuzz.
 */
import { z } from "zod"
import { uploadInput } from "../../domain/model/uploaded-file.ts"
import * as link from "../../service/ways-in/booking-link/endpoints.ts"
import * as page from "../../service/ways-in/public-page/inputs.ts"
import * as waiting from "../../service/ways-in/waiting-link/inputs.ts"
import { clocksView, linkView, slotsView, waitingView } from "../fuzz/link.ts"
import * as views from "../fuzz/page-views.ts"

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** With the names of its parameters, as `/api/pages/{slug}`. */
  path: string
  /** The header that says whose request it is. */
  credential: "x-visit-token" | "x-booking-token" | "x-waiting-token" | null
  takes: z.ZodType | null
  status: number
  /** The `data` of a success; null of an answer that is no JSON. */
  answers: z.ZodType | null
  /** Answers 204 as well: what the caller shows still stands. */
  mayBeUnchanged?: true
}

type Made = Omit<Endpoint, "method" | "path" | "credential">

const ok = (answers: z.ZodType, takes: z.ZodType | null = null): Made => ({ takes, status: 200, answers })
const created = (answers: z.ZodType, takes: z.ZodType): Made => ({ takes, status: 201, answers })
const file: Made = { takes: null, status: 200, answers: null }
const uploadAsked = z.strictObject({ id: z.string(), uploadUrl: z.url() })

function of(base: string, credential: Endpoint["credential"], table: Record<string, Made>): Endpoint[] {
  return Object.entries(table).map(([name, made]) => {
    const [method, path = ""] = name.split(" ")
    return { method: method as Endpoint["method"], path: base + path, credential, ...made }
  })
}

export const endpoints: readonly Endpoint[] = [
  ...of("/api/clocks", null, { GET: ok(z.strictObject({ clocks: clocksView })) }),
  ...of("/api/pages/{slug}", null, {
    GET: ok(views.publicPageView),
    "POST /slots": ok(views.publicSlotsView, page.slotsInput),
    "GET /bot-check": ok(views.challengeView),
    "POST /codes": created(views.codeSentView, page.codeInput),
    "POST /codes/verify": ok(views.verifiedView, page.verifyInput),
    "POST /holds": created(views.heldView, page.holdInput),
  }),
  ...of("/api/pages/{slug}", "x-visit-token", {
    "GET /visit": ok(views.visitView),
    "POST /customers": created(views.registeredView, page.registerInput),
    "POST /appointments": created(views.bookedView, page.bookInput),
    "GET /appointments/{id}/calendar.ics": file,
    "POST /appointment-links": { takes: null, status: 202, answers: views.linksTextedView },
    "POST /waiting-entries": created(views.waitingJoinedView, waiting.joinInput),
    "POST /files": created(uploadAsked, uploadInput),
  }),
  ...of("/api/link", "x-booking-token", {
    GET: ok(linkView),
    "GET /changes": { ...ok(linkView), mayBeUnchanged: true },
    "POST /slots": ok(slotsView, link.slotsBody),
    "POST /appointment": created(linkView, link.bookBody),
    "PUT /appointment": ok(linkView, link.moveBody),
    "DELETE /appointment": ok(linkView, link.cancelBody),
    "GET /appointment.ics": file,
    "POST /proposal": ok(linkView, link.proposalBody),
    "PUT /attendance": ok(linkView, link.attendanceBody),
    "POST /waiting-entry": created(views.waitingJoinedView, waiting.linkJoinInput),
    "POST /files": created(uploadAsked, uploadInput),
    "PUT /files": ok(linkView, link.filesBody),
  }),
  ...of("/api/waiting", "x-waiting-token", {
    GET: ok(waitingView),
    "GET /changes": { ...ok(waitingView), mayBeUnchanged: true },
    PUT: ok(waitingView, waiting.changeInput),
    DELETE: ok(waitingView),
    "POST /hold": ok(waitingView, waiting.holdInput),
    "POST /take": ok(waitingView, waiting.takeInput),
    "POST /decline": ok(waitingView, waiting.declineInput),
  }),
]

/** A test company's gate takes a form of a browser and leads on, so it is no endpoint of JSON. */
export const forms = ["POST /api/pages/{slug}/pass"]

const json = (schema: object) => ({ content: { "application/json": { schema } } })
const schemaOf = (type: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" })
  return schema
}
const success = (answers: z.ZodType) =>
  schemaOf(z.strictObject({ success: z.literal(true), data: answers }), "output")
const refusal = schemaOf(
  z.strictObject({
    success: z.literal(false),
    error: z.strictObject({
      code: z.string(),
      message: z.string(),
      field: z.string().optional(),
      details: z.unknown().optional(),
      request_id: z.string(),
    }),
  }),
  "output",
)

/** OpenAPI 3.1, as tools read it. */
export function customerHostDocument() {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, credential, takes, status, answers, mayBeUnchanged } of endpoints) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      ...{ in: "path", name, required: true, schema: { type: "string" } },
    }))
    const held = credential ? [{ in: "header", name: credential, schema: { type: "string" } }] : []
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: `${method} ${path}`,
        parameters: [...named, ...held],
        ...(takes ? { requestBody: json(schemaOf(takes, "input")) } : {}),
        responses: {
          [status]: {
            description: "As asked.",
            ...(answers ? json(success(answers)) : { content: { "text/calendar": {} } }),
          },
          ...(mayBeUnchanged ? { 204: { description: "What is shown stands." } } : {}),
          default: { description: "A refusal.", ...json(refusal) },
        },
      },
    }
  }
  return { openapi: "3.1.0", info: { title: "The customers' pages", version: "tests" }, paths }
}
