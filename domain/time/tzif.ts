/**
 * Zone rules as TZif files hold them (RFC 9636): what `/usr/share/zoneinfo` is full of. Transitions that are not listed
 * follow the file's last line, a POSIX rule.
 */
import { readPosixRule, transitionsOfYear } from "./posix-rule.ts"
import type { ZoneData, ZonePeriods } from "./zone-data.ts"

/** The files of one directory, as plain data that can be handed to another thread. */
export interface ZoneFiles {
  /** The directory. */
  source: string
  version: string | null
  /** TZif files by the names of their zones. */
  files: ReadonlyMap<string, Uint8Array>
}

export function tzifZones({ source, version, files }: ZoneFiles): ZoneData {
  return {
    source,
    version,
    names: [...files.keys()],
    canonical: (name) => name,
    periodsOf(name) {
      const bytes = files.get(name)
      return bytes ? tzifPeriods(bytes) : null
    },
  }
}

/** The year before which the rule of the last line is written out; see `ZoneData.periodsOf`. */
const endYear = 2500

const headerBytes = 44

export const isTzif = (bytes: Uint8Array): boolean =>
  bytes.length >= headerBytes && String.fromCharCode(...bytes.subarray(0, 4)) === "TZif"

/** Throws RangeError for what is no TZif file of version 2 or later. */
export function tzifPeriods(bytes: Uint8Array): ZonePeriods {
  if (!isTzif(bytes) || bytes[4]! < 0x32) throw new RangeError("Not a TZif file of version 2 or later")
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The first block has 32-bit times, for programs that know no other; the second has all times.
  const wideStart = headerBytes + blockBytes(countsAt(view, 0), 4)
  const counts = countsAt(view, wideStart)
  const block = wideStart + headerBytes
  const periods = listedPeriods(view, block, counts)
  const footer = text(bytes, block + blockBytes(counts, 8) + 1, 0x0a)
  return footer === "" ? periods : continued(periods, footer)
}

interface Counts {
  times: number
  types: number
  letters: number
  leaps: number
  standards: number
  universals: number
}

function countsAt(view: DataView, header: number): Counts {
  const count = (index: number) => view.getUint32(header + 20 + index * 4)
  return {
    universals: count(0),
    standards: count(1),
    leaps: count(2),
    times: count(3),
    types: count(4),
    letters: count(5),
  }
}

const blockBytes = (counts: Counts, timeBytes: 4 | 8) =>
  counts.times * (timeBytes + 1) +
  counts.types * 6 +
  counts.letters +
  counts.leaps * (timeBytes + 4) +
  counts.standards +
  counts.universals

function listedPeriods(view: DataView, block: number, { times, types }: Counts): ZonePeriods {
  const typeIndexes = block + times * 8
  const typesStart = typeIndexes + times
  const letters = typesStart + types * 6
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  const kinds = Array.from({ length: types }, (_, i) => ({
    offset: view.getInt32(typesStart + i * 6),
    abbreviation: text(bytes, letters + view.getUint8(typesStart + i * 6 + 5), 0),
  }))
  // Type 0 holds before the first transition.
  const order = [0, ...Array.from({ length: times }, (_, i) => view.getUint8(typeIndexes + i))]
  return {
    starts: [
      Number.NEGATIVE_INFINITY,
      ...Array.from({ length: times }, (_, i) => Number(view.getBigInt64(block + i * 8))),
    ],
    offsets: order.map((index) => kinds[index]!.offset),
    abbreviations: order.map((index) => kinds[index]!.abbreviation),
  }
}

/** The listed periods, and from the last of them on what the rule says. */
function continued({ starts, offsets, abbreviations }: ZonePeriods, footer: string): ZonePeriods {
  const rule = readPosixRule(footer)
  const last = starts.at(-1)!
  if (rule.summer === null && offsets.at(-1) !== rule.standard.offset) {
    throw new RangeError("The last transition and the rule of the last line disagree")
  }
  const firstYear = last === Number.NEGATIVE_INFINITY ? 1970 : new Date(last * 1_000).getUTCFullYear()
  const later = Array.from({ length: endYear - firstYear }, (_, i) => transitionsOfYear(rule, firstYear + i))
    .flat()
    .filter(({ at }) => at > last)
  return withoutRepeats({
    starts: [...starts, ...later.map(({ at }) => at)],
    offsets: [...offsets, ...later.map(({ to }) => to.offset)],
    abbreviations: [...abbreviations, ...later.map(({ to }) => to.abbreviation)],
  })
}

/** Some files list a transition that changes nothing, for the sake of old programs. */
function withoutRepeats({ starts, offsets, abbreviations }: ZonePeriods): ZonePeriods {
  const isChange = (_: unknown, i: number) =>
    offsets[i] !== offsets[i - 1] || abbreviations[i] !== abbreviations[i - 1]
  return {
    starts: starts.filter(isChange),
    offsets: offsets.filter(isChange),
    abbreviations: abbreviations.filter(isChange),
  }
}

/** The ASCII text from a byte on, up to an end mark. */
function text(bytes: Uint8Array, from: number, endMark: number): string {
  const end = bytes.indexOf(endMark, from)
  return String.fromCharCode(...bytes.subarray(from, end < 0 ? bytes.length : end))
}
