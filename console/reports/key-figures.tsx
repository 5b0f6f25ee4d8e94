/** The five figures that are read first, each beside the period before. */
import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import { described, type Figures, reportOf, type Scope } from "./report-data.ts"
import { change, count, figureName, percent, percentChange } from "./report-formats.ts"

/** Grouped by month, since only the total is read. */
const useTotals = (scope: Scope) => {
  const { data: utilisation } = useQuery(reportOf("utilisation", scope))
  const { data: bookings } = useQuery(reportOf("bookings", scope))
  const { data: leadTime } = useQuery(reportOf("lead-time", scope))
  const { data: noShows } = useQuery(reportOf("no-shows", scope))
  return { utilisation, bookings, leadTime, noShows }
}

interface KeyFiguresProps {
  scope: Scope
  before: Scope
}

export function KeyFigures({ scope, before }: KeyFiguresProps) {
  const words = useWords().reports
  const now = useTotals(scope)
  const then = useTotals({ ...before, group_by: "month" })
  const share = (figures: Figures | undefined, name: string) => figures?.[name] ?? null
  return (
    <dl class="key-figures">
      <Share
        name={words.keyUse}
        now={share(now.utilisation?.total, "utilisation")}
        then={share(then.utilisation?.total, "utilisation")}
      />
      <Figure
        name={words.keyAppointments}
        value={now.bookings ? count(now.bookings.total.appointments!) : "…"}
        change={changeOf(now.bookings?.total.appointments, then.bookings?.total.appointments)}
      />
      <Share name={words.keyAlone} now={aloneOf(now.bookings?.total)} then={aloneOf(then.bookings?.total)} />
      <Figure
        name={words.keyLead}
        value={now.leadTime ? medianLead(now.leadTime.total) : "…"}
        change={leadChange(now.leadTime?.total, then.leadTime?.total)}
      />
      <Share
        name={words.keyNoShows}
        now={share(now.noShows?.total, "share")}
        then={share(then.noShows?.total, "share")}
      />
    </dl>
  )
}

/** A share changes by points of a hundred. */
function Share({ name, now, then }: { name: string; now: number | null; then: number | null }) {
  const words = useWords().reports
  const points = now === null || then === null ? null : Math.round((now - then) * 1_000) / 10
  const said =
    points === null ? null : points === 0 ? words.asBefore : words.points({ change: change(points) })
  return <Figure name={name} value={now === null ? unknown : percent(now)} change={said} />
}

function Figure({ name, value, change }: { name: string; value: string; change: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b> <small>{change}</small>
      </dd>
    </div>
  )
}

function changeOf(now: number | null | undefined, then: number | null | undefined): string | null {
  const words = useWords().reports
  if (now == null || then == null) return null
  if (now === then) return words.asBefore
  return then === 0 ? words.was({ value: count(0) }) : percentChange((now - then) / then)
}

function leadChange(now: Figures | undefined, then: Figures | undefined): string | null {
  const words = useWords().reports
  if (!now || !then) return null
  const [value, before] = [medianLead(now), medianLead(then)]
  if (before === unknown) return null
  return value === before ? words.asBefore : words.was({ value: before })
}

/** The part of the appointments that was booked without the company's people. */
function aloneOf(total: Figures | undefined): number | null {
  const all = total?.appointments
  return all ? (all - (total!.company ?? 0)) / all : null
}

const unknown = "–"

/** The span that holds the middle one. */
function medianLead(total: Figures): string {
  const { series } = described.find(({ name }) => name === "lead-time")!
  const half = (total.appointments ?? 0) / 2
  let sum = 0
  const middle = series.find(({ figure }) => {
    sum += total[figure] ?? 0
    return sum >= half && sum > 0
  })
  if (!middle) return unknown
  const name = figureName(middle.figure)
  return /^\d/.test(name) && !/[a-z]/.test(name) ? useWords().reports.days({ days: name }) : name
}
