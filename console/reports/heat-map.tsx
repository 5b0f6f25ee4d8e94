/** How much of their hours providers are booked, by weekday: the fuller, the darker. */
import type { JSX } from "preact"
import { allProviders } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { Scrolled } from "../parts/scrolled.tsx"
import { longWeekday, shortWeekday } from "../parts/week-formats.ts"
import { useWords } from "../words/words.ts"
import { OpenedTable, ReportFrame } from "./report-card.tsx"
import { described, type Figures, type Report, reportOf, type Scope } from "./report-data.ts"
import { hours, percent } from "./report-formats.ts"

const utilisation = described.find(({ name }) => name === "utilisation")!

export function HeatCard({ scope: chosen }: { scope: Scope }) {
  const words = useWords().reports
  const scope: Scope = { ...chosen, group_by: "provider_weekday" }
  const { data } = useQuery(reportOf("utilisation", scope))
  const people = useHeatRows(scope, data)
  return (
    <ReportFrame
      title={words.heat.title}
      report={utilisation}
      scope={scope}
      rows={people.length > 12 ? 3 : people.length > 6 ? 2 : 1}
      legend={<Ramp />}
    >
      {(report) => (
        <>
          <HeatMap people={people} />
          <OpenedTable report={utilisation} scope={scope} data={report} />
        </>
      )}
    </ReportFrame>
  )
}

interface Minutes {
  booked: number
  offered: number
}

interface HeatRow {
  id: number | null
  name: string
  /** By weekday, 1 for Monday. */
  days: ReadonlyMap<number, Minutes>
}

/** The report's providers, and those whose weeks are empty. */
function useHeatRows(scope: Scope, report: Report | undefined): HeatRow[] {
  const words = useWords().reports
  const { data: providers = [] } = useQuery(allProviders)
  const rows = new Map<number | null, HeatRow & { days: Map<number, Minutes> }>()
  for (const row of report?.rows ?? []) {
    const person = rows.get(row.id) ?? { id: row.id, name: row.name ?? words.noName, days: new Map() }
    person.days.set(row.weekday!, minutesOf(row))
    rows.set(row.id, person)
  }
  // At one location only those are listed who work there.
  const isAsked = (id: number) => scope.location_id === undefined && (scope.provider_id ?? id) === id
  for (const { id, name, active } of providers)
    if (active && isAsked(id) && !rows.has(id)) rows.set(id, { id, name, days: new Map() })
  return [...rows.values()].sort((one, other) => one.name.localeCompare(other.name))
}

const minutesOf = ({ booked_minutes, offered_minutes }: Figures): Minutes => ({
  booked: booked_minutes ?? 0,
  offered: offered_minutes ?? 0,
})

function HeatMap({ people }: { people: readonly HeatRow[] }) {
  const words = useWords().reports
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => people.some(({ days }) => days.has(weekday)))
  if (weekdays.length === 0) return <p class="hint">{words.nothing}</p>
  const everybody = sumOf(people.flatMap(({ days }) => [...days.values()]))
  return (
    <Scrolled class="figures heat" label={words.heat.spoken}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.groupings.provider}</th>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={longWeekday(weekday)}>
                {shortWeekday(weekday)}
              </th>
            ))}
            <th scope="col" class="num">
              {words.heat.mean}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, days }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {days.size === 0 ? (
                <td class="none" colSpan={weekdays.length}>
                  <span>{words.heat.away}</span>
                </td>
              ) : (
                weekdays.map((weekday) => <HeatCell key={weekday} minutes={days.get(weekday)} />)
              )}
              <td class="num">{meanText(sumOf([...days.values()]))}</td>
            </tr>
          ))}
        </tbody>
        {people.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{words.allProviders}</th>
              {weekdays.map((weekday) => (
                <td key={weekday} class="share">
                  {shareText(sumOf(people.map(({ days }) => days.get(weekday))))}
                </td>
              ))}
              <td class="num">{meanText(everybody)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </Scrolled>
  )
}

function HeatCell({ minutes }: { minutes: Minutes | undefined }): JSX.Element {
  const words = useWords().reports.heat
  if (!minutes || (minutes.offered === 0 && minutes.booked === 0))
    return (
      <td class="none">
        <span class="said">{words.closed}</span>
      </td>
    )
  if (minutes.offered === 0)
    return (
      <td class="none" title={words.outside}>
        <span>{hours(minutes.booked)}</span> <span class="said">{words.outside}</span>
      </td>
    )
  return <td class={`step-${stepOf(minutes)}`}>{shareText(minutes)}</td>
}

/** The first percent of each step of the ramp. */
const steps = [0, 30, 50, 70, 90]
const stepOf = (minutes: Minutes): number => steps.filter((from) => from <= shareOf(minutes)).length

const shareOf = ({ booked, offered }: Minutes): number => Math.round((100 * booked) / offered)
/** "72", under a title that says percent */
const shareText = (minutes: Minutes): string => (minutes.offered === 0 ? "–" : String(shareOf(minutes)))
/** "72 %" */
const meanText = ({ booked, offered }: Minutes): string => (offered === 0 ? "–" : percent(booked / offered))

function sumOf(all: readonly (Minutes | undefined)[]): Minutes {
  const sum = { booked: 0, offered: 0 }
  for (const minutes of all) {
    sum.booked += minutes?.booked ?? 0
    sum.offered += minutes?.offered ?? 0
  }
  return sum
}

/** The meaning of the shades. Each cell has its number too. */
function Ramp() {
  const words = useWords().reports.heat
  return (
    <span class="ramp" aria-hidden="true">
      {words.under({ percent: steps[1]! })}
      {steps.map((from, at) => (
        <i key={from} class={`step-${at + 1}`} />
      ))}
      {words.up({ percent: steps.at(-1)! })}
    </span>
  )
}
