/** Joins requests to the budget: which family answers for a request, what the request uses, and when its call is over. */
import type { Socket } from "node:net"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { type Family, networkFamily } from "../../platform/budget/budget.ts"
import type { Stay } from "../../platform/budget/stay.ts"
import type { AppContext } from "../../platform/context.ts"
import { CallerGone, type Spending, spendingBy } from "../../platform/spending.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * The family that answers for a request before anything else is known of it. `network` when it is left out; `none` for
     * routes that name the family themselves, and for what operators' machines ask.
     */
    budget?: "network" | "none"
    /** A burst of them waits in line instead of being refused: for a relay, whose secret is judged before its body. */
    waitsInLine?: true
  }
}

interface Charged {
  spending: Spending
  stays: Stay[]
  /** Kept, since a request whose connection was given up has none any more. */
  socket: Socket
  sentBefore: number
  /** The body has come, or there is none. */
  isRead: boolean
}

const charged = new WeakMap<FastifyRequest, Charged>()

/** Lets every request of the server take part. Call it before its routes are added. */
export function chargeRequests(app: FastifyInstance, context: AppContext): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.budget === "none") return
    await chargeTo(context, networkFamily(request.ip), request, reply)
  })
  // A body is read in the context of its connection, so what a request spends counts from behind it.
  app.addHook("preValidation", (request, _reply, done) => {
    const known = charged.get(request)
    if (!known) return done()
    known.spending.bytes += Number(request.headers["content-length"] ?? 0)
    known.isRead = true
    const goOn = () => {
      known.spending.work()
      spendingBy(known.spending, done)
    }
    Promise.all(known.stays.map((stay) => stay.work())).then(goOn, done)
  })
  app.addHook("onSend", (request, _reply, payload, done) => {
    for (const stay of charged.get(request)?.stays ?? []) stay.rest()
    done(null, payload)
  })
}

/** Waits until the family has room for the request, which counts for it from then on. Throws `rate_limited`, and `CallerGone`. */
export async function chargeTo(
  { budget }: Pick<AppContext, "budget">,
  family: Family,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { socket } = request.raw
  const known = charged.get(request)
  // From here on the next family answers for the work. One that waits for it must not fill the room that it waits for.
  for (const each of known?.stays ?? []) each.rest()
  const isRead = known?.isRead ?? (arrived.has(request) || !hasBody(request))
  const { waitsInLine = false } = request.routeOptions.config
  const entering = () => budget.enter(family, { spending: known?.spending, awaitsBody: !isRead, waitsInLine })
  const stay = await (known ? known.spending.waiting(entering) : entering())
  if (typeof family.name === "number") stay.spending.companyId = family.name
  if (reply.raw.destroyed || reply.raw.closed) {
    stay.leave()
    leaveBudget(request)
    throw new CallerGone()
  }
  if (known) known.stays.push(stay)
  else
    charged.set(request, {
      spending: stay.spending,
      stays: [stay],
      socket,
      sentBefore: socket.bytesWritten,
      isRead,
    })
  if (known) return
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) stay.spending.end()
    leaveBudget(request)
  })
}

/**
 * Charges a request whose body arrived before any family was charged, and does its work at the families' cost. Throws
 * `rate_limited` as they do.
 */
export async function chargeArrived<T>(
  context: Pick<AppContext, "budget">,
  families: readonly Family[],
  { request, reply, bytes }: { request: FastifyRequest; reply: FastifyReply; bytes: number },
  work: () => Promise<T>,
): Promise<T | undefined> {
  arrived.add(request)
  for (const family of families) await chargeTo(context, family, request, reply)
  const spending = spendingOf(request)
  if (spending === undefined) return undefined
  spending.bytes += bytes
  spending.work()
  return spendingBy(spending, work)
}

const arrived = new WeakSet<FastifyRequest>()

const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** The request's spending so far, to add to; undefined when it is over, and where requests are not charged. */
export const spendingOf = (request: FastifyRequest): Spending | undefined => charged.get(request)?.spending

/** The call is over for the budget. */
export function leaveBudget(request: FastifyRequest): void {
  const known = charged.get(request)
  if (!known) return
  charged.delete(request)
  known.spending.bytes += known.socket.bytesWritten - known.sentBefore
  for (const stay of known.stays) stay.leave()
}

/** Charges the request to no account: a known sender made it, such as a carrier. */
export function forgiveRequest(request: FastifyRequest): void {
  for (const stay of charged.get(request)?.stays ?? []) stay.forgive()
}
