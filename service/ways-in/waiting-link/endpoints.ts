/** The JSON endpoints of a waiting entry's page: the entry, its offers, and what its customer answers. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { z } from "zod"
import { messagesToCome } from "../../messages/messages-to-come.ts"
import { reachOf } from "../../messages/reach-waiting.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
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
import { type LinkMount, type LinkRequest, mountLinkApi } from "../customer-host/link-api.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { shown } from "../customer-host/views.ts"
import { answerCall } from "../http/idempotency.ts"
import { judged } from "../http/issues.ts"
import { changeInput, declineInput, holdInput, takeInput, wishesOf } from "./inputs.ts"
import { waitingView } from "./view.ts"

type Asked = LinkRequest<WaitingLink>
/** A deed, which is answered with the entry as it stands then. */
type Doing = (asked: Asked) => Promise<unknown>

const thenShown =
  (doing: Doing): LinkMount<WaitingLink>["answer"] =>
  async (asked) => {
    await doing(asked)
    return shown(200, await viewOfLink(asked))
  }

export function mountWaitingLinkEndpoints(app: FastifyInstance, host: AppContext, bookUrl: string): void {
  mountLinkApi(app, host, bookUrl, {
    root: "/api/waiting",
    tokenHeader: "x-waiting-token",
    open: openWaitingLink,
    openForUse: openWaitingLinkForUse,
    openIfChanged: openWaitingLinkIfChanged,
    callOf: callOfLink,
    view: viewOfLink,
    mounts: [
      { method: "GET", path: "", answer: thenShown(async () => {}) },
      { method: "PUT", path: "", answer: thenShown(change) },
      { method: "DELETE", path: "", answer: thenShown(leave) },
      { method: "POST", path: "/hold", answer: thenShown(holdIt) },
      { method: "POST", path: "/take", answer: thenShown(take) },
      { method: "POST", path: "/decline", answer: thenShown(decline) },
    ],
  })
}

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

export async function viewOfLink({
  context,
  link,
  call,
  bookUrl,
}: Pick<Asked, "context" | "link" | "call" | "bookUrl">) {
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
