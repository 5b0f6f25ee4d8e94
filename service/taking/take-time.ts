/**
 * The one way to take time: plan without locks and ask the providers' calendars, wait for a turn at everybody and every room, then
 * lock, read again, judge and write in one transaction. What may not be asked under the locks and turns out to be missing there is
 * asked outside, and the next try finds it known. A deed hands over what it wants, as data, and what it writes besides.
 */
import { whyLinkEnded } from "../../domain/rules/requests/link-state.ts"
import { knownLocks } from "../company/change-resource.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { type Locks, lockInOrder } from "../platform/pg/locks.ts"
import { afterTelling } from "../platform/tell-first.ts"
import { type Written, writeUnless } from "../platform/write.ts"
import { withAlternatives } from "./alternatives.ts"
import { isWorthAnother, type Steady, steady } from "./judge-steadily.ts"
import {
  isPlain,
  type Judged,
  type Known,
  learn,
  learnWhy,
  nothingKnown,
  peopleKnown,
  whyOtherwise,
} from "./plan-parts.ts"
import type { WantedTime } from "./wanted-time.ts"

export interface Taking<Read extends Judged, Facts, Result> {
  operation: string
  /** The wanted times, in their order; none where no start is asked for. A refusal of the time is that of the first. */
  parts: readonly WantedTime[]
  /** All whose time is taken or freed, as far as it is known by itself: who comes beside and which rooms are needed is added. */
  locks: Omit<Locks, "companyId">
  /** All parts or none; or each that can be had, where a busy calendar is for `judge` to weigh. */
  together: "all" | "each"
  /** Judges what was read already, without asking anything; left out where nothing was. */
  judgeSeen?(known: Known): Read
  /** Reads and judges. Throws the refusal. */
  judge(db: Db, known: Known): Promise<Read>
  /** Under the locks: the deed's own facts. Throws the refusal. */
  read(tx: Tx): Promise<Facts>
  record(tx: Tx, read: Read, facts: Facts): Promise<Written<Result>>
  /** The error to throw for a refusal; left out, that of the first part with its alternatives. */
  refused?(error: unknown): Promise<unknown>
}

/**
 * `begin` reads what each try starts from; it may find that nothing is left to do, and gives the result. Throws the refusal,
 * that of a time with its alternatives.
 */
export function takeTime<Read extends Judged, Facts, Result>(
  context: AppContext,
  call: Call,
  begin: () => Promise<Taking<Read, Facts, Result> | { result: Result }>,
): Promise<Result> {
  return afterTelling(context, call.companyId, () => tryUntilSteady(context, call, begin))
}

async function tryUntilSteady<Read extends Judged, Facts, Result>(
  context: AppContext,
  call: Call,
  begin: () => Promise<Taking<Read, Facts, Result> | { result: Result }>,
): Promise<Result> {
  const known = nothingKnown()
  for (let tries = 1; ; tries += 1) {
    const taking = await begin()
    if ("result" in taking) return taking.result
    const outcome = await tryOnce(context, call, taking, known)
    if ("ok" in outcome) return outcome.ok
    if (!isWorthAnother(outcome, tries)) {
      throw await refusalOf(context, call, taking, outcome.refused)
    }
    await learnWhy(context, taking.parts, outcome.again!, known)
  }
}

async function refusalOf(
  context: AppContext,
  call: Call,
  { parts: [first], refused }: Pick<Taking<Judged, unknown, unknown>, "parts" | "refused">,
  error: unknown,
): Promise<unknown> {
  if (refused) return refused(error)
  return first === undefined ? error : withAlternatives(context, call, first, error)
}

async function tryOnce<Read extends Judged, Facts, Result>(
  context: AppContext,
  call: Call,
  taking: Taking<Read, Facts, Result>,
  before: Known,
): Promise<Steady<Result>> {
  const planned = await steady(() => plan(context, call, taking, before))
  if (!("ok" in planned)) return planned
  const known = planned.ok ?? before
  before.team = known.team
  const locks = {
    ...taking.locks,
    providerIds: [...(taking.locks.providerIds ?? []), ...peopleKnown(known)],
    resourceIds: [
      ...(taking.locks.resourceIds ?? []),
      ...known.resourceIds,
      ...roomsKnown(context, call, taking),
    ],
  }
  using turns = new DisposableStack()
  // In the order of ids, so that moves in opposite directions never wait for each other.
  let hasWaited = false
  for (const id of [...new Set([...locks.providerIds, ...locks.resourceIds])].sort((a, b) => a - b))
    hasWaited = turns.use(await context.gate.enter(id)).hasWaited || hasWaited
  // After waiting, the time is probably taken: judge again before a connection waits for the lock.
  const stands = hasWaited ? await steady(() => taking.judge(context.db, known)) : null
  if (stands && !("ok" in stands)) return stands
  const written = await steady(() =>
    writeUnless(context, call, taking.operation, async (tx) => {
      lockInOrder(tx, { companyId: call.companyId, ...locks })
      const [facts, read] = await Promise.all([
        taking.read(tx),
        taking.judge(tx, { ...known, isLocked: true }),
      ])
      const asked = planned.ok && known.asked
      const otherwise = whyOtherwise(context, call, read.parts, { ...locks, asked })
      if (otherwise) return otherwise
      const linkEnded = whyLinkEnded(call.actor, read)
      return linkEnded ? { refused: linkEnded } : { ok: await taking.record(tx, read, facts) }
    }),
  )
  return "ok" in written ? written.ok : written
}

/** Null where nothing is known to be planned or asked: what turns out to be missing under the locks is known in the next try. */
async function plan<Read extends Judged>(
  context: AppContext,
  call: Call,
  { parts, together, judge, judgeSeen }: Taking<Read, unknown, unknown>,
  before: Known,
): Promise<Known | null> {
  if (!judgeSeen && before.team === null && parts.every((part) => isPlain(context, part))) return null
  const read = judgeSeen ? judgeSeen(before) : await judge(context.db, before)
  const { known, refused } = await learn(context, call, read.parts, before)
  if (refused !== null && together === "all") throw refused
  return known
}

const roomsKnown = (context: AppContext, { companyId }: Call, { parts }: { parts: readonly WantedTime[] }) =>
  parts.flatMap((part) =>
    knownLocks(context, { companyId, typeId: part.typeId, locationId: part.locationId }),
  )
