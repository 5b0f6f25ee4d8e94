/** The time that a pending appointment occupies while other times are proposed: the requested one, and all proposed ones. */
import type { Occupied, Proposal } from "../../model/pending-appointment.ts"

/** The database keeps no row that is longer. */
const longestRow = 4_320

/**
 * The rows while times are proposed: of the requested time, and of each proposed one beside it. Rows beside the requested
 * time have no lead yet, and rooms stay as they are: the stored ones have to hold until the answer.
 */
export function rowsWhileProposed(asked: readonly Occupied[], proposals: readonly Proposal[]): Occupied[] {
  const beside = proposals.flatMap(({ occupied }) => occupied.map((time) => ({ ...time, isLead: false })))
  return keptTimes([...asked, ...beside]).map((time) => ({ ...time, isPinned: !time.isLead }))
}

/**
 * The minutes of each resource without overlaps, since the rows of one resource must not meet, also those of one appointment.
 * The job of times that run into each other lasts from the first start to the last end.
 */
export function keptTimes(times: readonly Occupied[]): Occupied[] {
  const sorted = times.toSorted((a, b) => a.resourceId - b.resourceId || a.start - b.start)
  const kept: Occupied[] = []
  for (const time of sorted) {
    const last = kept.at(-1)
    if (last === undefined || last.resourceId !== time.resourceId || last.end <= time.start) {
      kept.push(time)
      continue
    }
    kept[kept.length - 1] = {
      ...last,
      isLead: last.isLead || time.isLead,
      isPinned: last.isPinned || time.isPinned,
      end: Math.max(last.end, time.end),
      jobStart: Math.min(last.jobStart, time.jobStart),
      jobEnd: Math.max(last.jobEnd, time.jobEnd),
      part: Math.min(last.part ?? 0, time.part ?? 0),
    }
  }
  return kept.flatMap(inRows)
}

/** Rows that follow one another, none longer than a row may be. An appointment is counted by its first. */
function inRows(time: Occupied): Occupied[] {
  if (time.end - time.start <= longestRow) return [time]
  const cut = time.start + longestRow
  const first = {
    ...time,
    end: cut,
    jobStart: Math.min(time.jobStart, cut),
    jobEnd: Math.min(time.jobEnd, cut),
  }
  const rest = {
    ...time,
    start: cut,
    jobStart: Math.max(time.jobStart, cut),
    jobEnd: Math.max(time.jobEnd, cut),
    part: (time.part ?? 0) + 1,
  }
  return [first, ...inRows(rest)]
}
