/** A period's figures beside those of the one before it: numbers, plots and tables. All choices are in the address. */

import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { localDate } from "../formats.ts"
import { Icon, type IconName } from "../parts/icon.tsx"
import { Empty } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { Page } from "../shell/page.tsx"
import "../styles/reports.css"
import { allLocations, allProviders } from "../api/lists.ts"
import { useWords } from "../words/words.ts"
import { HeatCard } from "./heat-map.tsx"
import { KeyFigures } from "./key-figures.tsx"
import { type Dates, datesBefore, type Period, periodNames, periodOf } from "./period.ts"
import { ReportCard } from "./report-card.tsx"
import {
  described,
  groupings,
  isByDate,
  isFarBehind,
  type Report,
  reportOf,
  type Scope,
} from "./report-data.ts"
import { datesText } from "./report-formats.ts"

export default function ReportsScreen({ query }: ScreenProps) {
  const words = useWords().reports
  const { company } = useSession()
  const period = periodOf(query, localDate(Date.now(), company.timezone))
  const before = datesBefore(period)
  const { data: types } = useQuery(allTypes)
  // A company without classes has no card of them.
  const givesClasses = types?.some(({ seats }) => seats !== null) === true
  const scope = scopeOf(period, query)
  return (
    <Page title={words.title}>
      <Choices period={period} before={before} scope={scope} query={query} />
      <KeyFigures scope={scope} before={{ ...scope, ...before }} />
      <NothingYet scope={scope} />
      <div class={isByDate(scope.group_by) ? "reports" : "reports listed"}>
        <HeatCard scope={scope} />
        {described
          .filter(({ name }) => name !== "classes" || givesClasses)
          .map((report) => (
            <ReportCard key={report.name} report={report} scope={scope} />
          ))}
      </div>
    </Page>
  )
}

function scopeOf({ from, to }: Period, query: URLSearchParams): Scope {
  const idOf = (name: string) => {
    const id = Number(query.get(name))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  }
  const [location_id, provider_id, type_id] = [idOf("location"), idOf("provider"), idOf("type")]
  return {
    from,
    to,
    group_by: groupings.find((each) => each === query.get("by")) ?? "day",
    ...(location_id === null ? {} : { location_id }),
    ...(provider_id === null ? {} : { provider_id }),
    ...(type_id === null ? {} : { appointment_type_id: type_id }),
  }
}

interface ChoicesProps {
  period: Period
  before: Dates
  scope: Scope
  query: URLSearchParams
}

function Choices({ period, before, scope, query }: ChoicesProps) {
  const words = useWords().reports
  const { data: locations } = useQuery(allLocations)
  const { data: providers } = useQuery(allProviders)
  const { data: types } = useQuery(allTypes)
  const choosePeriod = (name: string) => {
    const dates = name === "dates" ? { from: period.from, to: period.to } : { from: null, to: null }
    goWithQuery({ period: name, ...dates })
  }
  return (
    <div class="report-choices">
      <Choice
        icon="calendar"
        label={words.period}
        value={period.name}
        options={periodNames.map((name) => ({ value: name, text: words.periods[name] }))}
        choose={choosePeriod}
      />
      {period.name === "dates" && (
        <span class="own-dates">
          <DateField label={words.from} value={period.from} name="from" />
          <DateField label={words.to} value={period.to} name="to" />
        </span>
      )}
      <Choice
        icon="reports"
        label={words.groupBy}
        value={scope.group_by}
        options={groupings.map((each) => ({ value: each, text: words.by[each] }))}
        choose={(by) => goWithQuery({ by })}
      />
      <Filter
        icon="map"
        name="location"
        label={words.location}
        all={words.allLocations}
        options={locations}
        query={query}
      />
      <Filter
        icon="people"
        name="provider"
        label={words.provider}
        all={words.allProviders}
        options={providers}
        query={query}
      />
      <Filter
        icon="filter"
        name="type"
        label={words.type}
        all={words.allTypes}
        options={types}
        query={query}
      />
      <p class="dates">
        {datesText(period)} · {words.against({ dates: datesText(before) })}
      </p>
      <Counting scope={scope} />
    </div>
  )
}

interface ChoiceProps {
  icon: IconName
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  choose(value: string): void
  isChosen?: boolean
}

function Choice({ icon, label, value, options, choose, isChosen = false }: ChoiceProps) {
  return (
    <span class={isChosen ? "choice chosen" : "choice"}>
      <Icon name={icon} />
      <select aria-label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  )
}

interface FilterProps {
  icon: IconName
  name: string
  label: string
  all: string
  options: readonly { id: number; name: string }[] | undefined
  query: URLSearchParams
}

/** Left out where there is nothing to choose from. */
function Filter({ icon, name, label, all, options = [], query }: FilterProps) {
  if (options.length < 2) return null
  const value = query.get(name) ?? ""
  return (
    <Choice
      icon={icon}
      label={label}
      value={value}
      isChosen={value !== ""}
      options={[
        { value: "", text: all },
        ...options.map((each) => ({ value: String(each.id), text: each.name })),
      ]}
      choose={(chosen) => goWithQuery({ [name]: chosen || null })}
    />
  )
}

function DateField({ label, value, name }: { label: string; value: string; name: "from" | "to" }) {
  return (
    <input
      class="input"
      type="date"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const date = event.currentTarget.value
        if (date !== "") goWithQuery({ [name]: date }, { replace: true })
      }}
    />
  )
}

/** The screen's reports, one of each kind of row that is counted by itself. */
function useCounted(scope: Scope): Report[] {
  const { data: bookings } = useQuery(reportOf("bookings", scope))
  const { data: requests } = useQuery(reportOf("requests", scope))
  const { data: texts } = useQuery(reportOf("texts", scope))
  return [bookings, requests, texts].filter((report) => report !== undefined)
}

/** Says so while a history is being counted; the figures are read again by themselves. */
function Counting({ scope }: { scope: Scope }) {
  const words = useWords().reports
  const isCounting = useCounted(scope).some(isFarBehind)
  return (
    <p class="counting" role="status">
      {isCounting && words.counting}
    </p>
  )
}

/** Above figures that are all zero: the reason may be that the company is new. */
function NothingYet({ scope }: { scope: Scope }) {
  const words = useWords().reports
  const { data: bookings } = useQuery(reportOf("bookings", scope))
  const { data: requests } = useQuery(reportOf("requests", scope))
  const isCounting = useCounted(scope).some(({ behind_seconds }) => behind_seconds > 0)
  if (!bookings || !requests) return null
  const { appointments, cancelled } = bookings.total
  if (appointments !== 0 || cancelled !== 0 || requests.total.requests !== 0) return null
  return (
    <section class="card">
      <Empty
        icon="reports"
        title={isCounting ? words.notYet : words.none}
        hint={isCounting ? words.notYetHint : words.noneHint}
      >
        <a class="button" href={hrefOf("/")}>
          {useWords().shell.toBoard}
        </a>
      </Empty>
    </section>
  )
}
