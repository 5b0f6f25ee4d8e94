/** Writes the explanation of many providers and days: each run once, into the part of the answer that it belongs to. */
import { showStartRun } from "../../../domain/model/slot-explanation.ts"
import { moreFromText } from "../../../domain/model/slot-search.ts"
import type { RangeEntry, RangeToExplain } from "../../slots/explain-range.ts"
import { type EncodedSlots, mostAnswerBytes } from "./encode-slots.ts"

/** More than the envelope and the cursor take. */
const mostAround = 1_024

export function* encodeExplanation(range: RangeToExplain): Generator<void, EncodedSlots> {
  const { written, next } = yield* range.partOf({
    mostBytes: mostAnswerBytes - mostAround,
    bytesOfEntry: (entry) => Buffer.byteLength(headOf(entry)) + 3,
    write: ({ names }, run) => JSON.stringify(showStartRun(run, names)),
  })
  const opening = `{"success":true,"data":{"slot_interval_minutes":${range.slotIntervalMinutes},"providers":[`
  const entries: Buffer[] = []
  for (const { entry, runs } of written) {
    entries.push(Buffer.from(`${entries.length === 0 ? "" : ","}${headOf(entry)}${runs.join(",")}]}`))
    yield
  }
  const tail = `],"more_from":${JSON.stringify(next && moreFromText(next))}}}`
  const pieces = [Buffer.from(opening), ...entries, Buffer.from(tail)]
  return { bytes: pieces.reduce((sum, { length }) => sum + length, 0), pieces: () => pieces }
}

function headOf({ explained: { provider }, names, explained }: RangeEntry): string {
  const head = {
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: explained.location.id,
    location_name: names.location,
    timezone: explained.location.zone,
  }
  return `${JSON.stringify(head).slice(0, -1)},"runs":[`
}
