/** Puts a report together: a row for each date, week, month, location, provider or type, and their total. */
import type { Day } from "../../model/availability.ts"
import type { Report, ReportFigures, ReportGrouping, ReportRow } from "../../model/report.ts"
import { civilOfDay, dateOfDay, weekdayOfDay } from "../../time/dates.ts"

/** Figures that add up, by the day or the id that they are about; 0 stands for none. */
export type Sum<Column extends string> = { key: number } & Record<Column, number>

export interface ReportFrame {
  firstDay: Day
  lastDay: Day
  grouping: ReportGrouping
  /** Of locations, providers or types, where the report is grouped by them. */
  names: ReadonlyMap<number, string>
}

/** By date each date, week or month has its row, whether anything fell on it or not; otherwise only what has figures. */
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
    const key = isByDate(frame.grouping) ? firstDayOf(frame, sum.key) : sum.key
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
    rows: isByDate(frame.grouping) ? rows : rows.sort(byName),
    total: figuresOf(total),
  }
}

export const isByDate = (grouping: ReportGrouping): boolean =>
  grouping === "day" || grouping === "week" || grouping === "month"

const zero = <Column extends string>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, 0])) as Record<Column, number>

/** The keys that have a row in any case. */
function keysOf(frame: ReportFrame): Set<number> {
  const keys = new Set<number>()
  if (!isByDate(frame.grouping)) return keys
  for (let day = frame.firstDay; day <= frame.lastDay; day++) keys.add(firstDayOf(frame, day))
  return keys
}

/** The first day, within the report, of the day's week or month. */
function firstDayOf({ firstDay, grouping }: ReportFrame, day: Day): Day {
  if (grouping === "day") return day
  const first = grouping === "week" ? day - weekdayOfDay(day) + 1 : day - civilOfDay(day).dayOfMonth + 1
  return Math.max(first, firstDay)
}

function headOf({ grouping, names }: ReportFrame, key: number): ReportRow {
  if (isByDate(grouping)) return { date: dateOfDay(key), id: null, name: null }
  return key === 0
    ? { date: null, id: null, name: null }
    : { date: null, id: key, name: names.get(key) ?? null }
}

/** What has no name comes last. */
const byName = (one: ReportRow, other: ReportRow): number => {
  if (one.name === null || other.name === null) return Number(one.name === null) - Number(other.name === null)
  return one.name.localeCompare(other.name, "en") || one.id! - other.id!
}
