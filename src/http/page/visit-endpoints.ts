/** The public page's JSON endpoints for visitors who have verified a number: registering and booking. */
import type { FastifyInstance } from "fastify"
import { calendarFile } from "../../model/calendar-file.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import type { BookedAppointment } from "../../operations/appointments/book.ts"
import type { House } from "../../operations/house.ts"
import type { Call } from "../../operations/operation.ts"
import { bookForVisitor } from "../../operations/public-page/book-for-visitor.ts"
import { ownAppointment, visitedAddress } from "../../operations/public-page/booked-appointment.ts"
import { limitVisitWrites } from "../../operations/public-page/limits.ts"
import { type Registered, registerVisitor } from "../../operations/public-page/register-visitor.ts"
import { suppliedAddress } from "../../operations/public-page/supplied-address.ts"
import { addressLine } from "../book/appointment-view.ts"
import { shown } from "../book/json.ts"
import { type Answer, answeredOnce } from "../idempotency/answered-once.ts"
import { judged } from "../issues.ts"
import { inPageWords } from "../link/authority.ts"
import { bookInput, registerInput } from "./inputs.ts"
import { bookedView, visitView } from "./view.ts"
import { forPageCalls, forVisits, type VisitCall, withVisit } from "./visitor.ts"

export function mountVisitEndpoints(app: FastifyInstance, house: House, bookUrl: string): void {
  app.post(
    "/api/pages/:slug/customers",
    forVisits(house, (caller) => register(house, caller)),
  )
  app.post(
    "/api/pages/:slug/appointments",
    forVisits(house, (caller) => book(house, caller)),
  )
  app.get<{ Params: { slug: string; id: string } }>(
    "/api/pages/:slug/appointments/:id/calendar.ics",
    forPageCalls(house, async (caller) => {
      const body = await file(house, withVisit(house, caller), bookUrl)
      caller.reply.header("content-disposition", 'attachment; filename="appointment.ics"')
      return { status: 200, body, type: "text/calendar; charset=utf-8" }
    }),
  )
}

async function register(house: House, { page, visit, call, request, reply }: VisitCall): Promise<Answer> {
  const sent = judged(registerInput, request.body ?? {}, "body")
  const compose = (result: unknown) => {
    const registered = result as Registered
    return shown(201, { ...visitView(registered), warnings: registered.warnings })
  }
  return onceFor(house, { call, request, reply, compose }, async (own) => {
    await limitVisitWrites(house, page, visit)
    return registerVisitor(house, own, page, visit, {
      firstName: sent.firstName,
      lastName: sent.lastName,
      email: sent.email ?? null,
      address: sent.address ? await suppliedAddress(house, sent.address) : null,
      textUpdates: sent.textUpdates,
    })
  })
}

async function book(house: House, { page, visit, call, request, reply }: VisitCall): Promise<Answer> {
  const sent = judged(bookInput, request.body ?? {}, "body")
  const address = await visitedAddress(house, page, sent.typeId, sent.locationId)
  const line = address && addressLine(address)
  const compose = (booked: unknown) => shown(201, bookedView(booked as BookedAppointment, line))
  return onceFor(house, { call, request, reply, compose }, async (own) => {
    await limitVisitWrites(house, page, visit)
    return bookForVisitor(house, own, page, visit, sent)
  })
}

interface Once extends Pick<VisitCall, "call" | "request" | "reply"> {
  compose(result: unknown): Answer
}

/** Under the request's Idempotency-Key; a refusal is kept for its repeat as the page is to read it. */
function onceFor(
  house: House,
  { call, request, reply, compose }: Once,
  work: (call: Call) => Promise<unknown>,
): Promise<Answer> {
  const answer = async (own: Call) => compose(await inPageWords(work(own)))
  return answeredOnce(house, call, request, reply, {}, answer, compose)
}

async function file(house: House, { page, visit, request }: VisitCall, bookUrl: string): Promise<string> {
  const id = idText.safeParse((request.params as { id: string }).id)
  if (!id.success) throw notFound("appointment")
  const { appointment, address, isAtLocation } = await ownAppointment(house, page, visit, id.data)
  const place = [appointment.location_name, address && addressLine(address)].filter(Boolean).join(", ")
  return calendarFile({
    companyName: page.name,
    host: new URL(bookUrl).hostname,
    appointmentId: appointment.id,
    typeName: appointment.type_name,
    providerName: appointment.provider_name,
    place: isAtLocation ? place : null,
    version: appointment.version,
    cancelled: appointment.status === "cancelled",
    updatedAt: appointment.updated_at,
    blocks: appointment.blocks,
  })
}
