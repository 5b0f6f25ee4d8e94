/** The public holidays of the country where the company is, each of which one press closes. */
import { useId, useState } from "preact/hooks"
import { api, type Row } from "../api/client.ts"
import { allLocations } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { asTitle, longDay } from "../formats.ts"
import { Segments } from "../parts/segments.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { spokenLocale, useWords } from "../words/words.ts"
import { holidaysOf } from "./settings-data.ts"

interface HolidaysCardProps {
  today: string
  closed: readonly Row<"listCompanyTimeOff">[]
  onClosed(made: { id: number }): Promise<void>
}

const usualCountry = "US"

export function HolidaysCard({ today, closed, onClosed }: HolidaysCardProps) {
  const words = useWords().settings
  const id = useId()
  const thisYear = Number(today.slice(0, 4))
  const [year, setYear] = useState(String(thisYear))
  const [chosen, setCountry] = useState<string | null>(null)
  const { data: locations } = useQuery(allLocations)
  const own = [...new Set(locations?.flatMap(({ address }) => address?.country ?? []))]
  const countries = own.length === 0 ? [usualCountry] : own.sort()
  const country = chosen ?? countries[0]!
  const { data, error, refetch } = useQuery(holidaysOf(country, Number(year)))
  const close = useWrite({
    mutationFn: ({ date, name }: { date: string; name: string }) =>
      api.addCompanyTimeOff({ start_date: date, end_date: date, reason: name }),
    onSuccess: onClosed,
  })
  const isClosed = (date: string) =>
    closed.some((one) => one.location_ids === null && one.start_date <= date && date <= one.end_date)
  const ahead = data?.holidays.filter(({ date }) => date >= today)
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{words.holidays}</h2>
        <div class="row">
          {countries.length > 1 && (
            <Segments
              legend={words.country}
              choices={countries.map((code) => [code, nameOfCountry(code)])}
              chosen={country}
              onChoose={setCountry}
            />
          )}
          <Segments
            legend={words.year}
            choices={[thisYear, thisYear + 1].map((each) => [String(each), String(each)])}
            chosen={year}
            onChoose={setYear}
          />
        </div>
      </header>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !ahead ? (
        <Loading rows={4} />
      ) : ahead.length === 0 ? (
        <p class="content hint">{words.noHolidays}</p>
      ) : (
        <ul class="rows">
          {ahead.map(({ date, name }) => (
            <li key={`${date} ${name}`}>
              <div>
                <strong>{name}</strong>
                <p class="hint">{asTitle(longDay(date))}</p>
              </div>
              {isClosed(date) ? (
                <span class="tag">{words.isClosed}</span>
              ) : (
                <button
                  type="button"
                  class="button"
                  aria-label={words.closeOn({ name })}
                  disabled={close.isRunning}
                  onClick={() => close.run({ date, name })}
                >
                  {words.close}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Refused error={close.failure} />
    </section>
  )
}

const nameOfCountry = (code: string) =>
  new Intl.DisplayNames([spokenLocale()], { type: "region" }).of(code) ?? code
