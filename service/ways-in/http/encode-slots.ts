/**
 * The one hand-made serializer. A search may hold tens of thousands of times. Writing their bytes straight from minutes
 * takes a tenth of the time of building objects and their text (docs/decisions/0018).
 */
import type { PartBegin, ProviderLocationStarts, Slot } from "../../../domain/model/availability.ts"
import type { SlotSeats } from "../../../domain/model/class-seats.ts"
import {
  type MinuteBlock,
  moreFromText,
  type ShownSlot,
  showSlot,
  showSlotTimes,
} from "../../../domain/model/slot-search.ts"
import { type AnswerPart, answerPart, isLater } from "../../../domain/rules/availability/answer-parts.ts"
import { offeredBlocks } from "../../../domain/rules/availability/blocks.ts"
import { seatsOfSlot } from "../../../domain/rules/availability/find-sessions.ts"
import type { GroupPart } from "../../../domain/rules/groups/group-part.ts"
import { showParts } from "../../../domain/rules/groups/show-parts.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { copySlots, type SlotWords, sharedSlots, slotBytes, slotsLength } from "./slot-bytes.ts"

/** How one audience reads slots. */
export interface SlotAudience {
  words: SlotWords
  /** The fields of a provider and location before their slots. */
  providerLocationOf(starts: ProviderLocationStarts): object
  /** The parts are left out for one type; of several, `blocks` are those of all. The seats are empty but for a class. */
  slotOf(blocks: readonly MinuteBlock[], parts: readonly GroupPart[] | undefined, seats: SlotSeats): object
  /** The fields after the entries; at least one. `next` is where the next part begins; null when this part is the last. */
  restOf(found: FoundSlots, next: PartBegin | null): object
}

const company: SlotAudience = {
  words: { start: "start_time", end: "end_time" },
  providerLocationOf: ({ provider, location }) => ({
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: location.id,
    location_name: location.name,
    timezone: location.zone,
  }),
  slotOf: (blocks, parts, seats) => ({
    ...showSlotTimes(blocks),
    ...seats,
    ...(parts ? { parts: showParts(parts) } : {}),
  }),
  restOf(found, next) {
    const { result, reason, warnings, nextAvailable, nextParts, partBegin } = found
    const shown = (slot: Slot, parts = found.partsAt?.(slot)): ShownSlot => ({
      ...showSlot(slot, blocksOfSlot(found, slot, parts), seatsOfSlot(found.input.type, slot)),
      ...(parts ? { parts: showParts(parts) } : {}),
    })
    return {
      recommended:
        partBegin === null
          ? result.recommended.map((slot) => ({ ...shown(slot), ...laterIn(next, slot) }))
          : [],
      reason,
      warnings,
      next_available: nextAvailable && shown(nextAvailable, nextParts),
      more_from: next && moreFromText(next),
    }
  },
}

/** For visitors by the API: nothing that only staff may read. */
export const visitorsSlots: SlotAudience = {
  ...company,
  restOf(found, next) {
    const { warnings: _, ...rest } = company.restOf(found, next) as { warnings: string[] }
    return { in_area: found.reason !== "out_of_service_area", ...rest }
  },
}

/** The blocks of the job, or of all jobs that follow one another. */
export const blocksOfSlot = (
  { input }: Pick<FoundSlots, "input">,
  { provider, location, start }: Slot,
  parts?: readonly GroupPart[],
): readonly MinuteBlock[] => parts ?? offeredBlocks(input, provider, location, start)

/** A mark on a recommended time that comes in a later part. */
export const laterIn = (next: PartBegin | null, slot: Slot): { later?: true } =>
  isLater(next, slot) ? { later: true } : {}

/** A body in the pieces in which it is made. */
export interface EncodedSlots {
  /** The bytes of all pieces together. */
  bytes: number
  pieces(): Iterable<Buffer>
}

/** No JSON answer is longer; the rest comes in further parts. */
export const mostAnswerBytes = 4 * 1_048_576

/** The whole body of the company API's answer, with its envelope. */
export const encodeSlots = (found: FoundSlots): Generator<void, EncodedSlots> =>
  encodeSlotsFor(company, found)

/** The whole body of the answer for this audience, with its envelope: the part that `found.partBegin` asks for. */
export function* encodeSlotsFor(audience: SlotAudience, found: FoundSlots): Generator<void, EncodedSlots> {
  const { type } = found.input
  const { offered, next, lastTail } = yield* cutTo(audience, found, mostAnswerBytes)
  const tail = next === null ? lastTail : tailOf(audience, found, next)
  yield
  const isEqual = type.blockMinutes.length === 1 && !type.windowMinutes && !type.classes && !found.partsAt
  return isEqual
    ? encodeOneDay(audience, type.blockMinutes[0]!, offered, tail)
    : yield* encodeEach(audience, found, offered, tail)
}

const opening = '{"success":true,"data":{"providers":['
const tailOf = (audience: SlotAudience, found: FoundSlots, next: PartBegin | null) =>
  Buffer.from(`],${JSON.stringify(audience.restOf(found, next)).slice(1)}}`)

/** More than a slot of several types takes, with the longest names in Latin letters. */
function bytesOfGroup({ result }: FoundSlots, partsAt: NonNullable<FoundSlots["partsAt"]>): number {
  const [entry] = result.offered
  const parts = entry ? partsAt({ ...entry, start: entry.starts[0]! }).length : 0
  return 150 + parts * 470
}
/** More than the session and its seats take. */
const bytesOfSeats = 60
/** More than a head with the longest names takes. */
const longestHead = 8_192
/** More than the cursor and the marks of later times take. */
const longestNext = 512

/** The part of the answer that `found.partBegin` asks for, as much as `mostBytes` hold. */
export const partOf = (
  audience: SlotAudience,
  found: FoundSlots,
  mostBytes: number,
): Generator<void, AnswerPart<ProviderLocationStarts>> => cutTo(audience, found, mostBytes)

/** The same, with what ends the answer if this is the last part. */
function* cutTo(
  audience: SlotAudience,
  found: FoundSlots,
  mostBytes: number,
): Generator<void, AnswerPart<ProviderLocationStarts> & { lastTail: Buffer }> {
  const lastTail = tailOf(audience, found, null)
  yield
  const { result, input, partBegin } = found
  const bytesPerSlot = found.partsAt
    ? bytesOfGroup(found, found.partsAt)
    : slotBytes(audience.words, input.type.blockMinutes.length) + (input.type.classes ? bytesOfSeats : 0)
  const slots = result.offered.reduce((sum, { starts }) => sum + starts.length, 0)
  const isShort = slots * bytesPerSlot + (result.offered.length + 8) * longestHead < mostBytes / 2
  if (isShort && partBegin === null) return { offered: result.offered, next: null, lastTail }
  const part = yield* answerPart(result.offered, partBegin, {
    mostBytes: mostBytes - opening.length - lastTail.length - longestNext,
    bytesPerSlot,
    bytesOfEntry: (entry) => Buffer.byteLength(headOf(audience, entry)) + between.length,
  })
  return { ...part, lastTail }
}

const headOf = (audience: SlotAudience, entry: ProviderLocationStarts) =>
  `${JSON.stringify(audience.providerLocationOf(entry)).slice(0, -1)},"slots":[`
/** Ends an entry and begins the next. */
const between = "]},"

function encodeOneDay(
  audience: SlotAudience,
  minutes: number,
  offered: readonly ProviderLocationStarts[],
  tail: Buffer,
): EncodedSlots {
  const shared = sharedSlots(minutes, offered, audience.words)
  const entries = offered.map((entry, i) => {
    const head = Buffer.from((i === 0 ? opening : between) + headOf(audience, entry))
    return { head, starts: entry.starts, bytes: head.length + slotsLength(shared, entry.starts) }
  })
  const end = Buffer.concat([Buffer.from(entries.length === 0 ? opening : "]}"), tail])
  return {
    bytes: entries.reduce((sum, entry) => sum + entry.bytes, end.length),
    *pieces() {
      for (const group of inPieces(entries)) {
        const piece = Buffer.allocUnsafe(group.reduce((sum, { bytes }) => sum + bytes, 0))
        let at = 0
        for (const { head, starts } of group) at = copySlots(shared, starts, piece, at + head.copy(piece, at))
        yield piece
      }
      yield end
    },
  }
}

const pieceBytes = 262_144

/** Neighbours in groups that each make a piece of the body. */
function* inPieces<Entry extends { bytes: number }>(entries: readonly Entry[]): Iterable<Entry[]> {
  let group: Entry[] = []
  let bytes = 0
  for (const entry of entries) {
    if (group.length > 0 && bytes + entry.bytes > pieceBytes) {
      yield group
      group = []
      bytes = 0
    }
    group.push(entry)
    bytes += entry.bytes
  }
  if (group.length > 0) yield group
}

/**
 * The days of each job depend on its provider's hours, and the jobs behind it on others', so entries share nothing. In steps
 * of a slot each: the jobs behind one are worked out anew.
 */
function* encodeEach(
  audience: SlotAudience,
  found: FoundSlots,
  offered: readonly ProviderLocationStarts[],
  tail: Buffer,
): Generator<void, EncodedSlots> {
  const texts: Buffer[] = []
  for (const [i, entry] of offered.entries()) {
    const slots: string[] = []
    for (const start of entry.starts) {
      const slot = { ...entry, start }
      const parts = found.partsAt?.(slot)
      slots.push(
        JSON.stringify(
          audience.slotOf(blocksOfSlot(found, slot, parts), parts, seatsOfSlot(found.input.type, slot)),
        ),
      )
      yield
    }
    texts.push(Buffer.from(`${i === 0 ? opening : ","}${headOf(audience, entry)}${slots.join(",")}]}`))
  }
  const pieces = [...texts, ...(texts.length === 0 ? [Buffer.from(opening)] : []), tail]
  return { bytes: pieces.reduce((sum, { length }) => sum + length, 0), pieces: () => pieces }
}
