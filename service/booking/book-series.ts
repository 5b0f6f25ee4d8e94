/**
 * Books appointments that repeat: every occurrence is judged before anything is written, and all that are booked are written in
 * one transaction, in the order of `take-time.ts`.
 */

import type { z } from "zod"
import { isStaff } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import { chosenStarts, mostOccurrences } from "../../domain/model/appointment-series.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import { newExternalData } from "../../domain/model/external-data.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { bookedSeriesView, type Every, everyOf, seriesInput } from "../../domain/model/series.ts"
import { finished } from "../../domain/rules/availability/steps.ts"
import { type CustomersWish, judgeBooking } from "../../domain/rules/booking/judge-booking.ts"
import {
  type JudgedOccurrence,
  type JudgedSeries,
  judgeSeries,
} from "../../domain/rules/booking/judge-series.ts"
import { isRepeatingEvent } from "../../domain/rules/booking/series-as-set.ts"
import {
  type Occurrence,
  occurrencesOf,
  type SeriesEnd,
} from "../../domain/rules/booking/series-occurrences.ts"
import { whyNotTheirs } from "../../domain/rules/holds/live-hold.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import { liveHold } from "../ledger/kept-by-hold.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { insertSeries, nextSeriesId } from "../ledger/series.sql.ts"
import { confirmBooking } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { inSlices } from "../platform/slices.ts"
import type { Written } from "../platform/write.ts"
import { judgeWithLegs, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { dropHold } from "../taking/end-hold-early.ts"
import { type Judged, type Known, nothingKnown, seatOf } from "../taking/plan-parts.ts"
import { drawBooking, recordBooking } from "../taking/record-booking.ts"
import { bookingRefusals } from "../taking/refusal-reasons.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { questionAround, timeOf } from "../taking/wanted-time.ts"
import { showOccurrences, showSeries } from "./show-series.ts"

/** An occurrence that meets one of these is a conflict of the series, and a series has no end time to mismatch. */
const ofOneOccurrence: ReadonlySet<string> = new Set([
  "customer_busy",
  "slot_taken",
  "end_time_mismatch",
  "time_not_offered",
])

export const bookSeries = operation({
  name: "book_series",
  summary: "Book appointments that repeat",
  description:
    "Every occurrence is judged as a booking of its own, with those before it in their places; only the booking window does not bind, " +
    "since staff plan farther ahead. With `preview` nothing is booked, and each conflict comes with other starts. All are booked in one " +
    "transaction, or none: 409 `series_conflict` names the occurrences that can't be. An open request of the customer is taken by the first " +
    "that fits it. One confirmation tells of all.",
  noun: "Series",
  roles: staff,
  refusals: [...bookingRefusals.filter((code) => !ofOneOccurrence.has(code)), "series_conflict"],
  events: ["appointment.created"],
  body: seriesInput,
  result: bookedSeriesView,
  secret: true,
  run: (context, call, input) => (input.preview ? preview(context, call, input) : book(context, call, input)),
})

type SeriesInput = z.output<typeof seriesInput>
type ShownSeries = z.input<typeof bookedSeriesView>

interface Wish {
  call: Call
  input: SeriesInput
  first: FirstWish
  /** The live hold of its first occurrence, as an unlocked read has seen it. */
  hold: Hold | null
  every: Every
  end: SeriesEnd
}

/** The wisher's own hold hides nothing from them. */
type FirstWish = CustomersWish & { holdId: number | null }

interface ReadSeries extends JudgedSeries, Judged {
  wish: Wish
  timezone: string
  read: LoadedSchedules
}

async function preview(context: AppContext, call: Call, input: SeriesInput): Promise<ShownSeries> {
  const wish = await wishOf(context, call, input)
  const judged = await judgeWithLegs(context, () => readAndJudge(context, context.db, wish))
  return showSeries(judged, await inSlices(showOccurrences(judged)), null, [])
}

function book(context: AppContext, call: Call, input: SeriesInput): Promise<ShownSeries> {
  return takeTime(context, call, async () => takingOf(context, await wishOf(context, call, input)))
}

function takingOf(context: AppContext, wish: Wish): Taking<ReadSeries, null, ShownSeries> {
  const { first, hold } = wish
  return {
    operation: "book_series",
    parts: [first],
    // A busy time makes a conflict of its occurrence, and the others may be booked.
    together: "each",
    locks: {
      customerId: first.customerId,
      requestId: first.requestId,
      providerIds: [first.providerId, ...(hold ? [hold.provider_id] : [])],
    },
    // Under the locks in one go, since others wait for them.
    judge: (db, known) => readAndJudge(context, db, wish, known, known.isLocked ? finished : inSlices),
    read: async () => null,
    record: (tx, read) => record(context, tx, read),
  }
}

/** Throws the refusal of a hold that is another customer's. */
async function wishOf(context: AppContext, call: Call, input: SeriesInput): Promise<Wish> {
  const hold = await liveHold(context.db, call, input.hold_id ?? null)
  const refusal = hold && whyNotTheirs(hold, input.customer_id)
  if (refusal) throw refusal
  const time = timeOf(call, { ...input, end_time: undefined })
  const first: FirstWish = {
    ...time,
    holdId: hold?.id ?? null,
    customerId: input.customer_id,
    answers: input.answers ?? {},
    mayLeaveQuestionsOpen: time.overrideEligibility || call.actor.kind === "admin_user",
    // A file answers for one appointment: theirs are added later.
    mayLeaveFilesOpen: true,
  }
  const end = input.until === undefined ? { count: input.count! } : { untilDay: dayOfDate(input.until)! }
  return { call, input, first, hold, every: everyOf(input.every), end }
}

/** Throws the refusal of the series as a whole, and `LegsNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  wish: Wish,
  { busy, crews }: Pick<Known, "busy" | "crews"> = nothingKnown(),
  run: <T>(steps: Generator<void, T>) => T | Promise<T> = inSlices,
): Promise<ReadSeries> {
  const { conflicts } = wish.input
  const chosen = chosenStarts(Array.isArray(conflicts) ? conflicts : [])
  const read = withKnownDrivingTimes(context, await loadSchedules(db, questionFor(wish, chosen)))
  const first = atLocation(read, wish.first)
  const { timezone } = read.locations.find(({ id }) => id === first.locationId)!
  const occurrences = plannedOccurrences(timezone, wish)
  for (const index of chosen.keys()) {
    if (index >= occurrences.length)
      throw invalid("conflicts", `expected an index below ${occurrences.length}`)
  }
  const passesWindow = isStaff(wish.call.actor)
  const judged = await run(
    judgeSeries(read, {
      booking: first,
      occurrences,
      chosen,
      passesWindow,
      calendarBusy: busy,
      preferredCrews: crews,
    }),
  )
  if (judged instanceof Refusal) throw judged
  const parts = judged.occurrences.flatMap((one) =>
    one.outcome === "free" ? seatOf(one.start, wish.first, read, one.judged) : [],
  )
  const ofLink = { request: read.request, appointment: null }
  return { ...judged, ...ofLink, parts, wish: { ...wish, first }, timezone, read }
}

function plannedOccurrences(timezone: string, { first, every, end }: Wish): Occurrence[] {
  const occurrences = occurrencesOf(timezone, first.startMinute, every, end)
  if (occurrences.length > mostOccurrences)
    throw invalid("until", `expected at most ${mostOccurrences} occurrences`)
  if (occurrences.length < 2) throw invalid("until", "expected the date of the second occurrence or later")
  return occurrences
}

/** All days on which an occurrence can be, in any zone: its location is known only afterwards. */
function questionFor({ call, first, every, end }: Wish, chosen: ReadonlyMap<number, number | null>) {
  const planned = occurrencesOf(
    "UTC",
    first.startMinute,
    every,
    "count" in end ? end : { untilDay: end.untilDay + 1 },
  )
  const starts = [
    ...planned.map(({ start }) => start),
    ...[...chosen.values()].filter((start) => start !== null),
  ]
  const days = (starts.length === 0 ? [first.startMinute] : starts).map((start) =>
    Math.floor(start / minutesPerDay),
  )
  const around = days.reduce(({ from, to }, day) => ({ from: Math.min(from, day), to: Math.max(to, day) }), {
    from: days[0]!,
    to: days[0]!,
  })
  return { ...questionAround(call, first, 1), firstDay: around.from - 5, endDay: around.to + 6 }
}

/** Without a location the first occurrence decides which it is for all. Throws the refusal where there is none. */
function atLocation(loaded: LoadedSchedules, first: FirstWish): FirstWish {
  const known = loaded.locations.some(({ id }) => id === first.locationId)
  if (known) return first
  const judged = judgeBooking(loaded, first)
  if (!(judged instanceof Refusal)) return { ...first, locationId: judged.location.id }
  const worksAt = loaded.locations.find(({ id }) =>
    loaded.providers.some(({ hours }) => hours.some(({ locationId }) => locationId === id)),
  )
  if (first.locationId !== null || worksAt === undefined || !loaded.type || !loaded.customer) throw judged
  return { ...first, locationId: worksAt.id }
}

/** Throws `series_conflict` unless all conflicts may be left out. */
async function record(context: AppContext, tx: Tx, read: ReadSeries): Promise<Written<ShownSeries>> {
  const { wish, occurrences } = read
  const { call, input, first } = wish
  const free = occurrences.filter((one) => one.outcome === "free")
  const isRefused = occurrences.some(({ outcome }) => outcome === "conflict") && input.conflicts !== "skip"
  if (isRefused || free.length === 0) {
    const conflicts = finished(showOccurrences(read)).filter(({ outcome }) => outcome === "conflict")
    throw new Refusal("series_conflict", { details: { fits: free.length, occurrences: conflicts } })
  }
  const series = {
    id: await nextSeriesId(tx),
    customer_id: first.customerId,
    appointment_type_id: first.typeId,
    timezone: read.timezone,
    every: wish.every,
    walls: occurrences.map(({ wall }) => wall),
    as_set: isRepeatingEvent(read.timezone, wish.every, occurrences),
    created_at: new Date(call.now),
  }
  if (wish.hold) dropHold(tx, call.companyId, wish.hold.id)
  insertSeries(tx, call.companyId, series)
  const booked = await recordEach(context, tx, read, series.id, free)
  const silent = input.silent_channels
  await confirmBooking(tx, context, call, booked[0]!, {
    silent,
    together: booked.length > 1 ? "series" : null,
  })
  const withLink = givesLinks(context, read.read.company)
  return {
    result: showSeries(
      read,
      finished(showOccurrences(read)),
      series.id,
      booked.map((one) => showAppointment(context, one, withLink)),
    ),
    targetId: series.id,
    fields: Object.keys(input),
    customerId: first.customerId,
  }
}

async function recordEach(
  context: AppContext,
  tx: Tx,
  { wish: { call, input, first }, read }: ReadSeries,
  seriesId: number,
  free: readonly Extract<JudgedOccurrence, { outcome: "free" }>[],
): Promise<Appointment[]> {
  const drawn = await Promise.all(free.map(() => drawBooking(tx, call.companyId, first.typeId)))
  const booked: Appointment[] = []
  for (const [i, { judged, index }] of free.entries()) {
    const series = { series_id: seriesId, series_index: index }
    // Staff who book a series have said yes to it.
    const isConfirmed = isStaff(call.actor)
    const booking = {
      loaded: read,
      judged,
      notes: input.notes ?? null,
      external: newExternalData(input),
      links: context,
      series,
      isConfirmed,
    }
    booked.push(await recordBooking(tx, call, drawn[i]!, booking))
  }
  return booked
}
