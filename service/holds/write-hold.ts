/** Every hold writes itself with the time that it keeps, and ends the one that its holder had before. */
import { bookedBy } from "../../domain/model/actor.ts"
import type { ServiceAddress } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { showSlotTimes } from "../../domain/model/slot-search.ts"
import type { JudgedBooking } from "../../domain/rules/booking/judge-booking.ts"
import { clockOffsetAt } from "../../domain/rules/booking/wall-clock.ts"
import { networkTurn } from "../../domain/rules/holds/live-hold.ts"
import { occupiedRows } from "../../domain/rules/planning/planned-time.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import {
  findHoldsOf,
  type HoldingVisitor,
  holdsOfNetwork,
  insertHold,
  nextHoldId,
} from "../ledger/holds.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { dropHold, endHoldEarly } from "../taking/end-hold-early.ts"
import { ProviderChanged } from "../taking/judge-steadily.ts"
import { giveOthers } from "../taking/record-booking.ts"
import { rewritePlan } from "../taking/rewrite-plan.ts"
import { heldBy, occupy } from "../taking/write-allocations.ts"
import { endSeenHold } from "./end-hold.ts"

/** Questions to the customer are answered when the time is booked. */
export const unanswered = { answers: {}, mayLeaveQuestionsOpen: true, mayLeaveFilesOpen: true }

/** The length of the hold, and its holder. */
export interface Holding {
  customerId: number | null
  minutes: number
  /** The holder, where each has one hold at a time: a new one replaces the one before. */
  holder?: string
  /** The visitor of the public page, who has one hold at a time in all browsers. */
  visitor?: HoldingVisitor
  /** Hashes of the visitor's network address, the newest key's first. */
  networks?: readonly string[]
}

/** The owner who has one hold at a time; null for a hold that leaves all others. */
const ownerOf = ({ holder, visitor }: Holding) => (holder === undefined ? null : { holder, visitor })

/**
 * The hold that ends with the new one. Where the visitor has one in this browser and one in another, which a number proved
 * meanwhile shows to be theirs, the other one ends at once.
 */
export async function ownHold(
  context: AppContext,
  { companyId, now }: Call,
  holding: Holding,
): Promise<Hold | null> {
  const owner = ownerOf(holding)
  if (owner === null) return null
  const [own = null, ...others] = await findHoldsOf(context.db, companyId, owner)
  for (const other of others) await endSeenHold(context, { companyId, now }, other)
  return own
}

/** Its number, and its turn among those of its network. Throws `rate_limited`. */
export async function drawHold(
  tx: Tx,
  call: Call,
  holding: Holding,
  own: Hold | null,
): Promise<{ id: number; turn: number | null }> {
  await refuseIfAnother(tx, call.companyId, holding, own)
  const turn = await takeTurn(tx, call, holding, own)
  return { id: await nextHoldId(tx), turn }
}

/** The holder may have held another time meanwhile, whose provider is not locked. */
async function refuseIfAnother(tx: Tx, companyId: number, holding: Holding, own: Hold | null): Promise<void> {
  const owner = ownerOf(holding)
  if (owner === null) return
  const present = await findHoldsOf(tx, companyId, owner)
  if (present.some(({ id }) => id !== own?.id)) throw new ProviderChanged()
}

/** The turn that the new hold has among those of its network; frees it of one that is over. Throws `rate_limited`. */
async function takeTurn(
  tx: Tx,
  { companyId, now }: Call,
  { networks }: Holding,
  own: Hold | null,
): Promise<number | null> {
  if (!networks) return null
  const others = await holdsOfNetwork(tx, companyId, networks, own?.id ?? null)
  const turn = networkTurn(others, now)
  if (turn instanceof Refusal) throw turn
  for (const { id, network_turn } of others) if (network_turn === turn) dropHold(tx, companyId, id)
  return turn
}

/** The row of one time, or of each that follows the first in one visit. */
export interface NewHold {
  id: number
  turn: number | null
  /** Each with all that it takes, in their order. */
  times: readonly { typeId: number; judged: JudgedBooking; loaded: LoadedSchedules }[]
  /** The holder's present one, which ends. */
  own: Hold | null
}

/** The hold with all the time that it keeps. It stands under the first, and ends with the last. */
export async function writeHold(
  tx: Tx,
  call: Call,
  holding: Holding,
  { id, turn, times, own }: NewHold,
): Promise<Hold> {
  const { companyId, now } = call
  const [first] = times
  const made: Hold = {
    id,
    customer_id: holding.customerId,
    appointment_type_id: first!.typeId,
    provider_id: first!.judged.provider.id,
    location_id: first!.judged.location.id,
    start_at: new Date(showSlotTimes(first!.judged.blocks).start_time),
    end_at: new Date(showSlotTimes(times.at(-1)!.judged.blocks).end_time),
    clock_offset: clockOffsetAt(first!.judged.location.zone, first!.judged.blocks[0]!.start),
    holder: holding.holder ?? null,
    visitor: holding.visitor?.name ?? null,
    network: holding.networks?.[0] ?? null,
    network_turn: turn,
    made_by: bookedBy(call.actor),
    created_at: new Date(now),
    expires_at: new Date(now + holding.minutes * msPerMinute),
  }
  if (own) await endHoldEarly(tx, call, own)
  for (const { judged } of times) {
    await giveOthers(tx, companyId, judged.assigned.moved)
    if (judged.planned) await rewritePlan(tx, call, judged.planned.changes)
  }
  insertHold(tx, companyId, made)
  for (const { typeId, judged, loaded } of times) {
    const point = loaded.type!.place === "at_customer" ? pointOf(judged.input.serviceAddress) : null
    occupy(tx, companyId, heldBy(made, typeId, point), occupiedRows(judged))
  }
  return made
}

const pointOf = (address: ServiceAddress | null) => address?.point ?? null
