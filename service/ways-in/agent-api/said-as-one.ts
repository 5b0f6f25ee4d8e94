/** The caller's appointments in phrases: a series is one, and so is what was booked together. */
import type { ShownAppointment } from "../../../domain/model/agent/appointments.ts"
import { wordingAt } from "../../../domain/model/agent/known-appointment.ts"
import type { Wording } from "../../../domain/model/agent/say.ts"
import { sayAt } from "../../../domain/model/agent/say.ts"
import { sayEach, sayWhat } from "../../../domain/model/agent/say-appointments.ts"
import { saySeries } from "../../../domain/model/agent/say-series.ts"
import type { Listener } from "../../../domain/model/agent/session.ts"
import type { Language } from "../../../domain/model/agent/speech.ts"
import { sayTogether } from "../../../domain/model/agent/together.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { isOnSameDate } from "../../../domain/rules/groups/as-one.ts"
import { listOfSeries } from "../../ledger/appointments.sql.ts"
import { findSeries } from "../../ledger/series.sql.ts"
import type { Db } from "../../platform/pg/database.ts"

export interface Listed {
  row: Appointment
  shown: ShownAppointment
}

export interface Phrase {
  /** The appointments that it speaks of, the earliest first. */
  of: readonly Listed[]
  say: string
}

interface Caller {
  companyId: number
  listener: Listener
  now: number
}

/** In the order of time. `name` says what an appointment is. */
export async function phrasesOf(
  db: Db,
  { companyId, listener, now }: Caller,
  listed: readonly Listed[],
  name: (language: Language, shown: ShownAppointment) => string = sayWhat,
): Promise<Phrase[]> {
  const { language } = listener
  const phrases: Phrase[] = []
  const alone: Listed[] = []
  const said = new Set<number>()
  for (const one of listed) {
    if (said.has(one.row.id)) continue
    const series = await seriesOf(db, { companyId, listener, now }, one, listed)
    const of = series?.of ?? groupOf(one, listed)
    for (const { row } of of) said.add(row.id)
    if (of.length === 1) alone.push(one)
    const wording = wordingAt(one.row.place, listener, now)
    const say = series
      ? `${name(language, one.shown)} ${sayAtLocation(series.say, one, wording)}`
      : sayTogether(
          language,
          of.map(({ shown }) => shown),
          name,
        )
    phrases.push({ of, say })
  }
  const each = sayEach(
    language,
    alone.map(({ shown }) => shown),
  )
  const brief = new Map(alone.map(({ row }, i) => [row.id, each[i]!]))
  if (name !== sayWhat) return phrases
  return phrases.map((phrase) =>
    phrase.of.length > 1 ? phrase : { ...phrase, say: brief.get(phrase.of[0]!.row.id)! },
  )
}

const sayAtLocation = (say: string, { shown }: Listed, wording: Wording) =>
  sayAt(say, shown.location.name, wording)

/** Null for one that is in no series, or is the only one of it that is listed. */
async function seriesOf(
  db: Db,
  { companyId, listener, now }: Caller,
  { row: { id, series_id: seriesId } }: Listed,
  listed: readonly Listed[],
): Promise<{ of: Listed[]; say: string } | null> {
  if (seriesId === null || listed.filter(({ row }) => row.series_id === seriesId).length < 2) return null
  const [series, all] = await Promise.all([
    findSeries(db, companyId, seriesId),
    listOfSeries(db, companyId, seriesId),
  ])
  const standing = all.filter(({ status, end_at }) => status === "scheduled" && end_at.getTime() > now)
  const said = series && saySeries(listener.language, series, standing)
  if (!said?.ids.has(id)) return null
  return { of: listed.filter(({ row }) => said.ids.has(row.id)), say: said.say }
}

/** The appointments that were booked together with it and are on the same date; the appointment alone where there are none. */
const groupOf = (one: Listed, listed: readonly Listed[]): Listed[] =>
  one.row.group_id === null
    ? [one]
    : listed.filter(({ row }) => row.group_id === one.row.group_id && isOnSameDate(row, one.row))
