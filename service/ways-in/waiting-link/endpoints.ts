/** The JSON endpoints of a waiting entry's page: the entry, its offers, and what its customer answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { z } from "zod"
import { messagesToCome } from "../../messages/messages-to-come.ts"
import { reachOf } from "../../messages/reach-waiting.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { withDueDone } from "../../test-companies/move-clock.ts"
import { declineOffer, seeAndHold, takeOffer } from "../../waiting/answer-offer.ts"
import { changeByLink, leaveByLink } from "../../waiting/change-by-link.ts"
import {
  callOfLink,
  openWaitingLink,
  openWaitingLinkForUse,
  openWaitingLinkIfChanged,
  readWaiting,
  type WaitingLink,
} from "../../waiting/open-link.ts"
import { shownVersion } from "../booking-link/endpoints.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { jsonType, shown } from "../customer-host/views.ts"
import { chargeTo } from "../http/budgets.ts"
import { answerCall } from "../http/idempotency.ts"
import { judged } from "../http/issues.ts"
import { changeInput, declineInput, holdInput, takeInput, wishesOf } from "./inputs.ts"
import { waitingView } from "./view.ts"

interface Asked {
  context: AppContext
  link: WaitingLink
  call: Call
  request: FastifyRequest
  reply: FastifyReply
}

/** What it does; the answer is the entry as it stands then. */
type Doing = (asked: Asked) => Promise<unknown>

export function mountWaitingLinkEndpoints(app: FastifyInstance, host: AppContext, bookUrl: string): void {
  const handle = (doing: Doing) => async (request: FastifyRequest, reply: FastifyReply) => {
    const token = waitingTokenOf(request)
    const isView = request.method === "GET"
    const opening = isView ? openWaitingLink(host, token) : openWaitingLinkForUse(host, token, request.ip)
    const link = await inPageWords(opening)
    const context = await contextOf(host, link.companyId)
    await chargeTo(host, await visitorsOf(host, link.companyId), request, reply)
    const call = callOfLink(link, { requestId: request.id, now: context.clock.now() })
    const answer = async () => {
      await doing({ context, link, call, request, reply })
      return shown(200, await viewOfLink(context, link, call, bookUrl))
    }
    const answering = isView ? answer() : withDueDone(host, link.companyId, answer)
    const { status, body } = await inPageWords(answering)
    return reply.code(status).type(jsonType).send(body)
  }

  app.get("/api/waiting", handle(nothing))
  app.get("/api/waiting/changes", async (request, reply) => {
    const asked = { shown: shownVersion(request), clientAddress: request.ip }
    const link = await inPageWords(openWaitingLinkIfChanged(host, waitingTokenOf(request), asked))
    if (link === null) return reply.code(204).send()
    await chargeTo(host, await visitorsOf(host, link.companyId), request, reply)
    const context = await contextOf(host, link.companyId)
    const call = callOfLink(link, { requestId: request.id, now: context.clock.now() })
    const { status, body } = shown(200, await inPageWords(viewOfLink(context, link, call, bookUrl)))
    return reply.code(status).type(jsonType).send(body)
  })
  app.put("/api/waiting", handle(change))
  app.delete("/api/waiting", handle(leave))
  app.post("/api/waiting/hold", handle(holdIt))
  app.post("/api/waiting/take", handle(take))
  app.post("/api/waiting/decline", handle(decline))
}

const nothing: Doing = async () => {}

const change: Doing = ({ context, link, call, request }) => {
  const { ifVersion, ...sent } = bodyOf(changeInput, request)
  return changeByLink(context, call, link.entryId, { ...wishesOf(sent), if_version: ifVersion })
}

const leave: Doing = ({ context, link, call }) => leaveByLink(context, call, link.entryId)

const holdIt: Doing = ({ context, link, call, request }) =>
  seeAndHold(context, call, { entryId: link.entryId, ...bodyOf(holdInput, request) })

const decline: Doing = ({ context, link, call, request }) =>
  declineOffer(context, call, { entryId: link.entryId, ...bodyOf(declineInput, request) })

/** Books, once for each Idempotency-Key. */
const take: Doing = ({ context, link, call, request, reply }) => {
  const wish = { entryId: link.entryId, ...bodyOf(takeInput, request) }
  const run = (own: Call) => inPageWords(takeOffer(context, own, wish))
  return answerCall(context, { call, request, reply }, { secret: true }, run, () => shown(200, {}))
}

export async function viewOfLink(context: AppContext, link: WaitingLink, call: Call, bookUrl: string) {
  const opened = await readWaiting(context, call, link.entryId)
  const { booked } = opened
  const messages = booked && (await messagesToCome(context.db, context, call, booked))
  const { entry, loaded } = opened
  const reach = await reachOf(context, call.companyId, entry, {
    zone: loaded.company.timezone,
    now: call.now,
  })
  return waitingView(opened, context, bookUrl, { messages, reach: reach?.channel ?? null })
}

const bodyOf = <Body extends z.ZodType>(body: Body, request: FastifyRequest): z.output<Body> =>
  judged(body, request.body ?? {}, "body")

/** The token travels in a header of its own, so that no address of the JSON endpoints holds it. */
function waitingTokenOf({ headers }: FastifyRequest): string {
  const token = headers["x-waiting-token"]
  return typeof token === "string" ? token : ""
}
