/** The starts of a move or a booking, as one request for all columns answers them. */
import { addDays } from "../../ui/dates.ts"
import { type Answer, api } from "../api/client.ts"
import { meets, type Span } from "../parts/spans.ts"
import type { Words } from "../words/words.ts"
import { type Card, type Column, minuteOf, toSpan } from "./columns.ts"

/** A start with a provider at a location. */
export interface Choice {
  providerId: number
  locationId: number
  /** Minutes since 1970 UTC. */
  start: number
}

type Answered = Answer<"findBoardStarts">
export type StartsQuestion = Parameters<typeof api.findBoardStarts>[0]

/** One start of a job: its working days, each in minutes since 1970 UTC. */
export interface Job {
  blocks: readonly Span[]
  /** False: only staff judgement allows it. */
  isOffered: boolean
}

export interface FoundStarts {
  /** By `pairKey`, in the order of time. */
  jobs: ReadonlyMap<string, readonly Job[]>
  best: Answered["best"]
  dates: Answered["dates"]
  /** Each start begins a window that would be promised. */
  isOfWindows: boolean
}

/** "5 starts", and "5 windows" where windows are promised. */
export const countText = (words: Words["board"], count: number, isOfWindows: boolean): string =>
  isOfWindows ? words.windows({ count }) : words.starts({ count })

export const pairKey = ({ providerId, locationId }: Pick<Choice, "providerId" | "locationId">): string =>
  `${providerId} ${locationId}`

export const startsOf = (question: StartsQuestion) => ({
  queryKey: ["starts", question] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readStarts(question, signal),
})

/** All parts of the answer together. */
async function readStarts(question: StartsQuestion, signal: AbortSignal): Promise<FoundStarts> {
  const first = await api.findBoardStarts(question, { signal })
  const providers = [...first.providers]
  for (let more = first.more_from; more !== null; ) {
    const next = await api.findBoardStarts({ ...question, more_from: more }, { signal })
    providers.push(...next.providers)
    more = next.more_from
  }
  const [minutes = 0] = first.block_minutes
  const jobs = new Map(
    providers.map(({ provider_id, location_id, runs }) => [
      pairKey({ providerId: provider_id, locationId: location_id }),
      runs.flatMap((run) => jobsOf(run, minutes)),
    ]),
  )
  return { jobs, best: first.best, dates: first.dates, isOfWindows: first.kind === "window" }
}

function jobsOf(run: Answered["providers"][number]["runs"][number], minutes: number): Job[] {
  const isOffered = run.offered
  if (run.blocks) return [{ blocks: run.blocks.map(toSpan), isOffered }]
  const first = minuteOf(run.first_start_time)
  const step = run.count === 1 ? 0 : (minuteOf(run.last_start_time) - first) / (run.count - 1)
  return Array.from({ length: run.count }, (_, at) => {
    const start = first + at * step
    return { blocks: [[start, start + minutes]], isOffered }
  })
}

/**
 * The minutes at which the moved day of a job can begin in a column, sorted, since 1970 UTC: a job over several days is
 * moved by any of its days.
 */
export interface Starts {
  /** The starts that a search offers. */
  offered: readonly number[]
  /** The starts that staff may choose over notice, dates and area; holds `offered`. */
  possible: readonly number[]
  /** Each is the beginning of a window that would be promised. */
  isOfWindows: boolean
  /** For each start the working days of the whole job. */
  jobs: ReadonlyMap<number, readonly Span[]>
}

/** The starts that lie on the column's date. */
export function startsInColumn(
  { jobs, isOfWindows }: FoundStarts,
  { provider, location, day }: Column,
  card: Card,
): Starts {
  const all = jobs.get(pairKey({ providerId: provider.id, locationId: location.id })) ?? []
  const here = all.filter(({ blocks }) => meets(blocks[card.day - 1]!, day))
  const startOf = ({ blocks }: Job) => blocks[card.day - 1]![0]
  return {
    offered: here.filter(({ isOffered }) => isOffered).map(startOf),
    possible: here.map(startOf),
    isOfWindows,
    jobs: new Map(here.map((job) => [startOf(job), job.blocks])),
  }
}

/** Days that may lie between two working days of a job, such as a weekend with a holiday. */
const longestPauseDays = 5

/** Earlier days of a job lie before the day that is moved: the job begins that much earlier, or a pause more. */
export function firstSearched({ appointment, day, start }: Card, date: string): string {
  if (day === 1) return date
  const days = Math.ceil((start - minuteOf(appointment.start_time)) / 1_440)
  return addDays(date, -days - longestPauseDays)
}

/** No more ids fit a question. */
const mostIds = 500

/** The question for the shown columns; null where none can take the appointment. */
export function questionOf(card: Card, columns: readonly Column[]): StartsQuestion | null {
  const { appointment } = card
  const fitting = columns.filter(
    ({ provider, open }) =>
      open.length > 0 && provider.appointment_type_ids.includes(appointment.appointment_type_id),
  )
  const dates = fitting.map(({ date }) => date).sort()
  if (dates.length === 0) return null
  const ids = [...new Set(fitting.map(({ provider }) => provider.id))]
  return {
    appointment_id: appointment.id,
    start_date: firstSearched(card, dates[0]!),
    end_date: addDays(dates.at(-1)!, 1),
    ...(ids.length > mostIds ? {} : { provider_ids: ids }),
    override_eligibility: true,
    all_starts: true,
  }
}
