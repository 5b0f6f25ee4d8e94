/** The operations for visitors, in the order of a visit. Each does what the public page's endpoint of the same purpose does. */

import { Refusal } from "../../../domain/model/errors.ts"
import { uploaderOfVisit, uploadInput } from "../../../domain/model/uploaded-file.ts"
import {
  visitorBookInput,
  visitorCodeInput,
  visitorHoldInput,
  visitorJoinInput,
  visitorRegisterInput,
  visitorSlotsInput,
  visitorVerifyInput,
} from "../../../domain/model/visitor/inputs.ts"
import {
  botChallengeView,
  codeSentView as codeSent,
  nothingView,
  openedVisitView,
  registeredView,
  visitView as visitAnswer,
  visitorBookedView,
  visitorHeldView,
  visitorPageView,
  visitorSlotsView,
  visitorUploadView,
  visitorWaitingView,
} from "../../../domain/model/visitor/views.ts"
import { askForUpload } from "../../files/uploads.ts"
import { joinAsVisitor } from "../../waiting/join.ts"
import { uploadView } from "../customer-host/views.ts"
import { draftTokenOf, visitTokenOf } from "../public-page/admission.ts"
import { bookForVisitor, suppliedAddress } from "../public-page/book.ts"
import { findTimes, offeredTypes } from "../public-page/find-times.ts"
import { holdForVisitor, ownerOf } from "../public-page/hold.ts"
import {
  bookInput,
  codeInput,
  holdInput,
  registerInput,
  slotsInput,
  verifyInput,
} from "../public-page/inputs.ts"
import { registerVisitor } from "../public-page/register-visitor.ts"
import { requestCode, sendsCodes } from "../public-page/request-code.ts"
import { canTextLinks, textAppointmentLinks } from "../public-page/text-links.ts"
import { limitVisitWrites, showVisit, visitOfToken } from "../public-page/verified-visit.ts"
import { verifyCode } from "../public-page/verify-code.ts"
import { bookedView, codeSentView, publicPageView, visitView } from "../public-page/view.ts"
import { type PublicPageCall, withVisit } from "../public-page/visitor.ts"
import { joinInput, wishesOf } from "../waiting-link/inputs.ts"
import { joinedView } from "../waiting-link/view.ts"
import { noBody, ofPage, ofVisit, type VisitorOperation } from "./visitor-operation.ts"

export const visitorPrefix = "/visitor"
const challengePath = `/api/v1${visitorPrefix}/bot-check`

/** The visit of a caller who sent its token; null before. */
const visitOf = (caller: PublicPageCall) =>
  visitTokenOf(caller.request) === null ? null : withVisit(caller).visit

export const visitorOperations: readonly VisitorOperation[] = [
  ofPage({
    method: "GET",
    path: "/page",
    name: "visitor_read_page",
    summary: "Read what the public page offers",
    description:
      "The company, the appointment types with their locations, people and questions, and the bot check.",
    result: visitorPageView,
    pageBody: noBody,
    async run({ context, slug, page }) {
      const types = await offeredTypes(context, page)
      const able = { canSendCodes: sendsCodes(context, page), canTextLinks: canTextLinks(context, page) }
      const bookUrl = context.bookUrl ?? ""
      return publicPageView({ slug, page, types, botCheck: context.botCheck!, ...able, bookUrl })
    },
    view: ({ botCheck, ...page }) => ({
      ...page,
      botCheck: { ...botCheck, challengePath: botCheck.challengePath && challengePath },
    }),
  }),
  ofPage({
    method: "POST",
    path: "/slots",
    name: "visitor_find_slots",
    summary: "Find times",
    description:
      "The same times as the public page's. Before a number is verified, searches of all visitors of the company count together.",
    times: "found",
    readsOnly: true,
    isSearch: true,
    takesDraft: true,
    body: visitorSlotsInput,
    pageBody: slotsInput,
    result: visitorSlotsView,
    run(caller, sent) {
      const { context, page, visitor, request } = caller
      const visit = visitOf(caller)
      return findTimes(
        context,
        page,
        visitor,
        visit,
        sent,
        ownerOf(context, page, visit, draftTokenOf(request)),
      )
    },
    view: (found) => found,
  }),
  ofPage({
    method: "GET",
    path: "/bot-check",
    name: "visitor_read_bot_check",
    summary: "Read a challenge of the bot check",
    description: "404 where the check needs none: `bot_check.challenge_path` of the page is null.",
    result: botChallengeView,
    pageBody: noBody,
    async run({ context, visitor }) {
      const challenge = await context.botCheck!.challenge(visitor.now)
      if (challenge === null) throw new Refusal("route_not_found")
      return challenge
    },
    view: (challenge) => challenge,
  }),
  ofPage({
    method: "POST",
    path: "/codes",
    name: "visitor_request_code",
    summary: "Text a code to a number",
    description:
      "Behind the bot check and the page's limits. It says nothing of whether the number is known.",
    refusals: ["bot_check_failed", "codes_stopped", "phone_not_supported", "texts_unavailable"],
    status: 201,
    body: visitorCodeInput,
    pageBody: codeInput,
    result: codeSent,
    run: ({ context, page, visitor }, sent) => requestCode(context, page, visitor, sent),
    view: codeSentView,
  }),
  ofPage({
    method: "POST",
    path: "/codes/verify",
    name: "visitor_verify_code",
    summary: "Verify a number by its code",
    description:
      "The right code opens a visit of half an hour. Keep its token in the page, and in nothing that lasts.",
    refusals: ["code_expired", "wrong_code"],
    body: visitorVerifyInput,
    pageBody: verifyInput,
    result: openedVisitView,
    async run({ context, page, visitor }, sent) {
      const visitToken = await verifyCode(context, page, visitor, sent)
      const visit = await visitOfToken(context, page, visitToken, visitor.now)
      return { visitToken, shown: await showVisit(context, context.db, page, visit, visitor.now) }
    },
    view: ({ visitToken, shown }) => ({ visitToken, ...visitView(shown) }),
  }),
  ofPage({
    method: "POST",
    path: "/holds",
    name: "visitor_hold_slot",
    summary: "Hold a time while the visitor types",
    description:
      "A visitor has one hold, and a new one takes its place. It needs a texted code or a verified number.",
    refusals: ["code_expired"],
    times: "taken",
    status: 201,
    takesDraft: true,
    body: visitorHoldInput,
    pageBody: holdInput,
    result: visitorHeldView,
    run(caller, sent) {
      const { context, page, visitor, request } = caller
      return holdForVisitor(context, page, visitor, visitOf(caller), draftTokenOf(request), sent)
    },
    view: (held) => held,
  }),
  ofVisit({
    method: "GET",
    path: "/visit",
    name: "visitor_read_visit",
    summary: "Read the verified visit",
    needsVisit: true,
    result: visitAnswer,
    pageBody: noBody,
    run: ({ context, page, visit, visitor }) => showVisit(context, context.db, page, visit, visitor.now),
    view: visitView,
  }),
  ofVisit({
    method: "POST",
    path: "/customers",
    name: "visitor_register",
    summary: "Register the visitor as a customer",
    refusals: ["registration_closed"],
    times: "found",
    events: ["customer.created"],
    needsVisit: true,
    isOnce: true,
    status: 201,
    body: visitorRegisterInput,
    pageBody: registerInput,
    result: registeredView,
    async run({ context, page, visit, call }, { email = null, address, ...sent }) {
      await limitVisitWrites(context, page, visit)
      return registerVisitor(context, call, page, visit, {
        ...sent,
        email,
        address: address ? await suppliedAddress(context, address) : null,
      })
    },
    view: (registered) => ({ ...visitView(registered), warnings: registered.warnings }),
  }),
  ofVisit({
    method: "POST",
    path: "/appointments",
    name: "visitor_book",
    summary: "Book as the visitor",
    description:
      "`booked_by` is `public`, as of the page. 409 `registration_needed` for a number that no customer has.",
    times: "taken",
    events: ["appointment.created", "appointment.pending"],
    needsVisit: true,
    isOnce: true,
    takesDraft: true,
    status: 201,
    body: visitorBookInput,
    pageBody: bookInput,
    result: visitorBookedView,
    async run({ context, page, visit, call, request }, sent) {
      await limitVisitWrites(context, page, visit)
      const owner = ownerOf(context, page, visit, draftTokenOf(request))
      return bookForVisitor(context, call, page, visit, sent, owner)
    },
    view: bookedView,
  }),
  ofVisit({
    method: "POST",
    path: "/waiting-entries",
    name: "visitor_join_waiting_list",
    summary: "Join the waiting list as the visitor",
    times: "taken",
    needsVisit: true,
    isOnce: true,
    status: 201,
    body: visitorJoinInput,
    pageBody: joinInput,
    result: visitorWaitingView,
    async run({ context, page, visit, call }, sent) {
      await limitVisitWrites(context, page, visit)
      const { typeId, thenTypeIds, sameProvider, textOffers, mailOffers, ...wishes } = sent
      return joinAsVisitor(context, call, page, visit, {
        ...{ typeId, thenTypeIds, sameProvider },
        wishes: { ...wishesOf(wishes), latest_date: wishes.latestDate },
        consents: { textOffers, mailOffers },
      })
    },
    view: joinedView,
  }),
  ofVisit({
    method: "POST",
    path: "/files",
    name: "visitor_ask_for_upload",
    summary: "Ask where to upload a file that answers a question",
    refusals: ["files_not_kept"],
    needsVisit: true,
    status: 201,
    body: uploadInput,
    pageBody: uploadInput,
    result: visitorUploadView,
    run({ context, visit, call }, { name }) {
      const uploader = { key: uploaderOfVisit(visit.id), customerId: visit.customer?.id ?? null }
      return askForUpload(context, call, { uploader, name }, uploadView)
    },
    view: (upload) => upload,
  }),
  ofVisit({
    method: "POST",
    path: "/appointment-links",
    name: "visitor_text_links",
    summary: "Text the links of the visitor's appointments to the number",
    description: "Says nothing of whether there are appointments.",
    refusals: ["booking_links_not_set_up"],
    needsVisit: true,
    result: nothingView,
    pageBody: noBody,
    async run({ context, page, visit, call }) {
      await textAppointmentLinks(context, call, page, visit)
      return {}
    },
    view: (nothing) => nothing,
  }),
]
