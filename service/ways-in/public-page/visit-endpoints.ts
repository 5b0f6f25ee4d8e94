/** The public page's JSON endpoints for visitors who have verified a number: registering, booking, and links by text. */
import type { FastifyInstance } from "fastify"
import type { z } from "zod"
import type { LinksTextedView } from "../../../domain/contracts/public-page.ts"
import { notFound } from "../../../domain/model/errors.ts"
import { idText } from "../../../domain/model/fields.ts"
import { uploaderOfVisit, uploadInput } from "../../../domain/model/uploaded-file.ts"
import { addressLine } from "../../../domain/model/views.ts"
import { comingOf } from "../../booking/show-group.ts"
import { askForUpload } from "../../files/uploads.ts"
import { appointmentFile } from "../../messages/write-appointment-file.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Answer, Call } from "../../platform/operation.ts"
import { type Joined, joinAsVisitor } from "../../waiting/join.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { shown, uploadView } from "../customer-host/views.ts"
import { answerCall } from "../http/idempotency.ts"
import { joinInput, wishesOf } from "../waiting-link/inputs.ts"
import { joinedView } from "../waiting-link/view.ts"
import { draftTokenOf } from "./admission.ts"
import { bookForVisitor, suppliedAddress, type VisitorBooked, visitorAppointment } from "./book.ts"
import { ownerOf } from "./hold.ts"
import { bookInput, registerInput } from "./inputs.ts"
import { type Registered, registerVisitor } from "./register-visitor.ts"
import { textAppointmentLinks } from "./text-links.ts"
import { limitVisitWrites } from "./verified-visit.ts"
import { bookedView, visitView } from "./view.ts"
import { anyBody, forPublicPageCalls, forVisits, type VisitCall, withVisit } from "./visitor.ts"

export function mountVisitEndpoints(app: FastifyInstance, host: AppContext, bookUrl: string): void {
  app.post("/api/pages/:slug/customers", forVisits(host, registerInput, register))
  app.post("/api/pages/:slug/appointments", forVisits(host, bookInput, book))
  app.post("/api/pages/:slug/waiting-entries", forVisits(host, joinInput, join))
  app.post("/api/pages/:slug/files", forVisits(host, uploadInput, askForFile))
  app.post(
    "/api/pages/:slug/appointment-links",
    forVisits(host, anyBody, async ({ context, page, visit, call }) => {
      await textAppointmentLinks(context, call, page, visit)
      return shown(202, {} satisfies LinksTextedView)
    }),
  )
  app.get<{ Params: { slug: string; id: string } }>(
    "/api/pages/:slug/appointments/:id/calendar.ics",
    forPublicPageCalls(host, anyBody, async (caller) => {
      const body = await file(withVisit(caller), bookUrl)
      caller.reply.header("content-disposition", 'attachment; filename="appointment.ics"')
      return { status: 200, body, type: "text/calendar; charset=utf-8" }
    }),
  )
}

async function register(
  { context, page, visit, ...caller }: VisitCall,
  sent: z.output<typeof registerInput>,
): Promise<Answer> {
  const compose = (result: unknown) => {
    const registered = result as Registered
    return shown(201, { ...visitView(registered), warnings: registered.warnings })
  }
  return answerVisit(context, caller, compose, async (own) => {
    await limitVisitWrites(context, page, visit)
    return registerVisitor(context, own, page, visit, {
      firstName: sent.firstName,
      lastName: sent.lastName,
      email: sent.email ?? null,
      address: sent.address ? await suppliedAddress(context, sent.address) : null,
      textUpdates: sent.textUpdates,
    })
  })
}

async function join(
  { context, page, visit, ...caller }: VisitCall,
  sent: z.output<typeof joinInput>,
): Promise<Answer> {
  const compose = (joined: unknown) => shown(201, joinedView(joined as Joined))
  return answerVisit(context, caller, compose, async (own) => {
    await limitVisitWrites(context, page, visit)
    const { typeId, thenTypeIds, sameProvider, textOffers, mailOffers, ...wishes } = sent
    return joinAsVisitor(context, own, page, visit, {
      ...{ typeId, thenTypeIds, sameProvider },
      wishes: { ...wishesOf(wishes), latest_date: wishes.latestDate },
      consents: { textOffers, mailOffers },
    })
  })
}

async function askForFile(
  { context, visit, call }: VisitCall,
  { name }: z.output<typeof uploadInput>,
): Promise<Answer> {
  const uploader = { key: uploaderOfVisit(visit.id), customerId: visit.customer?.id ?? null }
  return shown(201, await askForUpload(context, call, { uploader, name }, uploadView))
}

async function book(
  { context, page, visit, ...caller }: VisitCall,
  sent: z.output<typeof bookInput>,
): Promise<Answer> {
  const compose = (booked: unknown) => shown(201, bookedView(booked as VisitorBooked))
  return answerVisit(context, caller, compose, async (own) => {
    await limitVisitWrites(context, page, visit)
    const owner = ownerOf(context, page, visit, draftTokenOf(caller.request))
    return bookForVisitor(context, own, page, visit, sent, owner)
  })
}

/**
 * Answers under the request's Idempotency-Key. A refusal is kept for a repeat in the page's words. Answers are kept sealed,
 * since a booking's carries the appointment's link.
 */
function answerVisit(
  context: AppContext,
  caller: Pick<VisitCall, "call" | "request" | "reply">,
  compose: (result: unknown) => Answer,
  work: (call: Call) => Promise<unknown>,
): Promise<Answer> {
  return answerCall(context, caller, { secret: true }, (own) => inPageWords(work(own)), compose)
}

async function file({ context, page, visit, request }: VisitCall, bookUrl: string): Promise<string> {
  const id = idText.safeParse((request.params as { id: string }).id)
  if (!id.success) throw notFound("appointment")
  const { appointment, address, isAtLocation } = await visitorAppointment(context, page, visit, id.data)
  const coming = await comingOf(context, page.companyId, appointment)
  const location = [appointment.location_name, address && addressLine(address)].filter(Boolean).join(", ")
  return appointmentFile(context, page.companyId, {
    ...{ appointment, coming, bookUrl },
    location: isAtLocation ? location : null,
  })
}
