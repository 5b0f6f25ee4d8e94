/**
 * Days of one provider who works 9 to 17 in New York and has one to three meetings of 15 to 90 minutes, on whole 5 minutes
 * and never two at once, as a connected calendar has them.
 */

import type { ProviderPlan, SearchInput, StartsOffered } from "../../domain/model/availability.ts"
import { searchSlots } from "../../domain/rules/availability/find-slots.ts"
import { withoutClutter } from "../../domain/rules/availability/without-clutter.ts"
import { localToMinute } from "../../domain/time/local-time.ts"
import { diceFrom } from "../../service/host/demo/dice.ts"
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

/**
 * Fills as many days with jobs of a mix of lengths: each customer wants one of the lengths, and takes any of the starts that a
 * search shows, until none of any length is shown. The ideal is what the lengths could fill of each free stretch.
 */
export function fillDaysAtRandom(
  mix: readonly number[],
  starts: StartsOffered,
  days: number,
  seed: number,
): Sold {
  const dice = diceFrom(seed)
  const sold = { minutes: 0, ideal: 0 }
  for (let i = 0; i < days; i++) {
    const meetings = drawMeetings(dice)
    sold.ideal += mostMinutes(meetings, mix)
    const jobs: Meeting[] = []
    for (;;) {
      const shown = mix.flatMap((minutes) => {
        const input = jobs.reduce(withJob, dayWith(minutes, starts, meetings, STEP))
        const { offered } = withoutClutter(input.type, searchSlots(input))
        const found = offered.flatMap((each) => [...each.starts])
        return found.length === 0 ? [] : [{ minutes, found }]
      })
      if (shown.length === 0) break
      const { minutes, found } = dice.pick(shown)
      const start = dice.pick(found)
      jobs.push({ start, end: start + minutes })
      sold.minutes += minutes
    }
  }
  return sold
}

const STEP = 15

/** The most minutes that jobs of these lengths can fill of the free stretches. */
function mostMinutes(meetings: readonly Meeting[], mix: readonly number[]): number {
  let minutes = 0
  let freeFrom = OPENS
  for (const { start, end } of [...meetings, { start: CLOSES, end: CLOSES }]) {
    minutes += mostOf(start - freeFrom, mix)
    freeFrom = end
  }
  return minutes
}

function mostOf(free: number, mix: readonly number[]): number {
  const reached = new Set([0])
  for (let minute = 1; minute <= free; minute++)
    if (mix.some((length) => reached.has(minute - length))) reached.add(minute)
  return Math.max(...reached)
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

function dayWith(
  jobMinutes: number,
  starts: StartsOffered,
  meetings: readonly Meeting[],
  stepMinutes = jobMinutes,
): SearchInput {
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
  const type = { ...plain.type, blockMinutes: [jobMinutes], slotIntervalMinutes: stepMinutes, starts }
  return { ...plain, endDay: day + 1, type, providers: [provider] }
}

function withJob(input: SearchInput, job: Meeting): SearchInput {
  const [provider] = input.providers
  const pairs = [...provider!.busy, job.start, job.end]
  return { ...input, providers: [{ ...provider!, busy: Int32Array.from(pairs) }] }
}
