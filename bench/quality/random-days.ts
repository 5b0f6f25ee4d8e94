/**
 * Days of one provider who works 9 to 17 in New York and has one to three meetings of 15 to 90 minutes, on whole 5 minutes
 * and never two at once, as a connected calendar has them.
 */

import { diceFrom } from "../../src/demo/dice.ts"
import type { ProviderPlan, SearchInput, StartsOffered } from "../../src/model/availability.ts"
import { searchSlots } from "../../src/rules/availability/find-slots.ts"
import { localToMinute } from "../../src/time/local-time.ts"
import { benchInput, benchProvider, ZONE } from "../engine-input.ts"

const OPENS = 9 * 60
const CLOSES = 17 * 60

interface Meeting {
  start: number
  end: number
}

/** Minutes sold by greedy filling, and the most that could have been. */
export interface Sold {
  minutes: number
  ideal: number
}

/**
 * Fills so many random days with jobs of one length on a grid of the same: each time the first recommended start is booked,
 * until none is offered. The same seed gives the same meetings.
 */
export function fillDays(jobMinutes: number, starts: StartsOffered, days: number, seed: number): Sold {
  const dice = diceFrom(seed)
  const sold = { minutes: 0, ideal: 0 }
  for (let i = 0; i < days; i++) {
    const meetings = drawMeetings(dice)
    const day = dayWith(jobMinutes, starts, meetings)
    for (let input = day; ; ) {
      const [best] = searchSlots(input).recommended
      if (best === undefined) break
      sold.minutes += jobMinutes
      input = withJob(input, { start: best.start, end: best.start + jobMinutes })
    }
    sold.ideal += mostJobs(meetings, jobMinutes) * jobMinutes
  }
  return sold
}

function drawMeetings(dice: ReturnType<typeof diceFrom>): Meeting[] {
  const meetings: Meeting[] = []
  for (let wanted = dice.between(1, 3); meetings.length < wanted; ) {
    const minutes = dice.between(3, 18) * 5
    const start = OPENS + dice.between(0, (CLOSES - OPENS - minutes) / 5) * 5
    const meeting = { start, end: start + minutes }
    if (meetings.every((other) => meeting.end <= other.start || other.end <= meeting.start))
      meetings.push(meeting)
  }
  return meetings.sort((a, b) => a.start - b.start)
}

/** Back to back in each free stretch: no other order holds more jobs of one length. */
function mostJobs(meetings: readonly Meeting[], jobMinutes: number): number {
  let jobs = 0
  let freeFrom = OPENS
  for (const { start, end } of [...meetings, { start: CLOSES, end: CLOSES }]) {
    jobs += Math.floor((start - freeFrom) / jobMinutes)
    freeFrom = end
  }
  return jobs
}

function dayWith(jobMinutes: number, starts: StartsOffered, meetings: readonly Meeting[]): SearchInput {
  const plain = benchInput([])
  const day = plain.firstDay
  const at = (minuteOfDay: number) => localToMinute(ZONE, day, minuteOfDay)
  const provider: ProviderPlan = {
    ...benchProvider(1),
    hours: [1, 2, 3, 4, 5].map((weekday) => ({
      locationId: 1,
      weekday,
      startMinute: OPENS,
      endMinute: CLOSES,
    })),
    busy: Int32Array.from(meetings.flatMap(({ start, end }) => [at(start), at(end)])),
  }
  const type = { ...plain.type, blockMinutes: [jobMinutes], slotIntervalMinutes: jobMinutes, starts }
  return { ...plain, endDay: day + 1, type, providers: [provider] }
}

function withJob(input: SearchInput, job: Meeting): SearchInput {
  const [provider] = input.providers
  const pairs = [...provider!.busy, job.start, job.end]
  return { ...input, providers: [{ ...provider!, busy: Int32Array.from(pairs) }] }
}
