/** Puts a report together: a row for each date, weekday, location, provider or type, or both of two, and their total. */
import type { Day } from "../../model/availability.ts"
import {
  ofProviderWeekday,
  type Report,
  type ReportFigures,
  type ReportGrouping,
  type ReportRow,
} from "../../model/report.ts"
import { civilOfDay, dateOfDay, weekdayOfDay } from "../../time/dates.ts"

/** Figures that add up, by the day, the id or the `providerWeekday` that they are about; an id of 0 stands for none. */
export type Sum<Column extends string> = { key: number } & Record<Column, number>

export interface ReportFrame {
  firstDay: Day
  lastDay: Day
  grouping: ReportGrouping
  /** The names of locations, providers or types, where the report is grouped by them. */
  names: ReadonlyMap<number, string>
  behindSeconds: number
}

/** By date each day, week, month or weekday has its row, whether anything fell on it or not; otherwise only what has figures. */
export function reportOf<Column extends string>(
  frame: ReportFrame,
  columns: readonly Column[],
  sums: readonly Sum<Column>[],
  figuresOf: (sum: Record<Column, number>) => ReportFigures,
): Report {
  const total = zero(columns)
  const groups = new Map<number, Record<Column, number>>()
  for (const key of keysOf(frame)) groups.set(key, zero(columns))
  for (const sum of sums) {
    const key = isByDate(frame.grouping) ? groupOf(frame, sum.key) : sum.key
    const group = groups.get(key) ?? zero(columns)
    for (const column of columns) {
      group[column] += sum[column]
      total[column] += sum[column]
    }
    groups.set(key, group)
  }
  const rows = [...groups].map(([key, group]) => ({ ...headOf(frame, key), ...figuresOf(group) }))
  return {
    from: dateOfDay(frame.firstDay),
    to: dateOfDay(frame.lastDay),
    group_by: frame.grouping,
    behind_seconds: frame.behindSeconds,
    rows: rows.sort(inOrder),
    total: figuresOf(total),
  }
}

const isByDate = (grouping: ReportGrouping): boolean =>
  grouping === "day" || grouping === "week" || grouping === "month" || grouping === "weekday"

const zero = <Column extends string>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, 0])) as Record<Column, number>

/** The keys that have a row in any case. */
function keysOf(frame: ReportFrame): Set<number> {
  const keys = new Set<number>()
  if (!isByDate(frame.grouping)) return keys
  for (let day = frame.firstDay; day <= frame.lastDay; day++) keys.add(groupOf(frame, day))
  return keys
}

/** The day's weekday, or the first day, within the report, of its week or month. */
function groupOf({ firstDay, grouping }: ReportFrame, day: Day): Day | number {
  if (grouping === "day") return day
  if (grouping === "weekday") return weekdayOfDay(day)
  const first = grouping === "week" ? day - weekdayOfDay(day) + 1 : day - civilOfDay(day).dayOfMonth + 1
  return Math.max(first, firstDay)
}

function headOf({ grouping, names }: ReportFrame, key: number): ReportRow {
  if (grouping === "weekday") return { date: null, weekday: key, id: null, name: null }
  if (isByDate(grouping)) return { date: dateOfDay(key), weekday: null, id: null, name: null }
  const pair = grouping === "provider_weekday" ? ofProviderWeekday(key) : null
  const id = pair ? pair.providerId : key
  const weekday = pair ? pair.weekday : null
  return id === 0
    ? { date: null, weekday, id: null, name: null }
    : { date: null, weekday, id, name: names.get(id) ?? null }
}

/** By date; or by name, and what has no name comes last; then by weekday. */
const inOrder = (one: ReportRow, other: ReportRow): number => {
  if (one.date !== null) return one.date < other.date! ? -1 : 1
  if (one.name !== null && other.name !== null && one.id !== other.id)
    return one.name.localeCompare(other.name, "en") || one.id! - other.id!
  if (one.id !== other.id) return Number(one.name === null) - Number(other.name === null)
  return (one.weekday ?? 0) - (other.weekday ?? 0)
}
