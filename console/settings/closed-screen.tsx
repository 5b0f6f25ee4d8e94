/** Dates on which the company, or some of its locations, is closed; with a country's holidays to choose from. */
import { useState } from "preact/hooks"
import { api, type Row } from "../api/client.ts"
import { allLocations } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { dateRange, localDate } from "../formats.ts"
import { MetAppointments } from "../parts/met-appointments.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import type { ScreenProps } from "../screen.ts"
import { readAllAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { companyTimeOffForm } from "./forms/company.ts"
import { HolidaysCard } from "./holidays-card.tsx"
import { closedDatesFrom } from "./settings-data.ts"
import { SettingsPage } from "./settings-page.tsx"

type Closed = Row<"listCompanyTimeOff">

export default function ClosedScreen({ query }: ScreenProps) {
  const words = useWords().settings
  const { company } = useSession()
  const today = localDate(Date.now(), company.timezone)
  const [made, setMade] = useState(0)
  /** The closed date whose appointments are shown. */
  const [opened, setOpened] = useState<number | null>(null)
  const { data, error, refetch } = useQuery(closedDatesFrom(today))
  const onClosed = async ({ id }: { id: number }) => {
    setMade((count) => count + 1)
    setOpened(id)
    await readAllAgain()
  }
  return (
    <SettingsPage title={words.topics.closed} here="closed">
      <p class="hint">{words.closedMeaning}</p>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={2} />
      ) : (
        <ClosedList dates={data} opened={opened} onOpen={setOpened} />
      )}
      <FormView
        key={made}
        form={companyTimeOffForm}
        record={{ start_date: today, end_date: today, location_ids: null, reason: null }}
        isNew
        action={words.closeThese}
        save={(input) => api.addCompanyTimeOff(input as InputOf<"addCompanyTimeOff">)}
        onSaved={onClosed}
        field={query.get("field")}
      />
      {data && <HolidaysCard today={today} closed={data} onClosed={onClosed} />}
    </SettingsPage>
  )
}

interface ClosedListProps {
  dates: readonly Closed[]
  opened: number | null
  onOpen(id: number | null): void
}

function ClosedList({ dates, opened, onOpen }: ClosedListProps) {
  const words = useWords().settings
  const { data: locations } = useQuery(allLocations)
  const takeBack = useWrite({
    mutationFn: (id: number) => api.removeCompanyTimeOff({ id }),
    onSuccess: async () => {
      await readAllAgain()
      notify({ text: words.openAgain })
    },
  })
  if (dates.length === 0) return null
  const nameOf = (id: number) => locations?.find((one) => one.id === id)?.name ?? `#${id}`
  return (
    <section class="card" aria-label={words.topics.closed}>
      <ul class="rows">
        {dates.map(({ id, start_date, end_date, location_ids, reason }) => (
          <li key={id}>
            <div>
              <strong>{dateRange(start_date, end_date)}</strong>
              <p class="hint">
                {[reason, location_ids ? location_ids.map(nameOf).join(", ") : words.everyLocation]
                  .filter((text) => text !== null)
                  .join(", ")}
              </p>
              {opened === id && <MetAppointments of={{ company_time_off_id: id }} />}
            </div>
            <div class="row">
              <button
                type="button"
                class="button"
                aria-expanded={opened === id}
                onClick={() => onOpen(opened === id ? null : id)}
              >
                {words.appointmentsThen}
              </button>
              <button
                type="button"
                class="button"
                disabled={takeBack.isRunning}
                onClick={() => takeBack.run(id)}
              >
                {words.takeBack}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <Refused error={takeBack.failure} />
    </section>
  )
}
