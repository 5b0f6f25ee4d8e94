/** When a provider is away. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { appointmentFormats } from "../formats.ts"
import { MetAppointments } from "../parts/met-appointments.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import type { ScreenProps } from "../screen.ts"
import { readAllAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { timeOffForm } from "./forms/provider.ts"
import { OneRecord } from "./one-record.tsx"
import { ProviderTabs } from "./provider-tabs.tsx"
import { providerOf, timeOffOf } from "./settings-data.ts"

export default function TimeOffScreen({ params, query }: ScreenProps) {
  const words = useWords().settings
  const { company } = useSession()
  const [made, setMade] = useState(0)
  const [given, setGiven] = useState<number | null>(null)
  const id = Number(params.id)
  return (
    <OneRecord key={id} of="providers" query={providerOf(id)}>
      {() => (
        <>
          <ProviderTabs id={id} here="timeOff" />
          <p class="hint">{words.timeOffMeaning({ zone: company.timezone.replaceAll("_", " ") })}</p>
          <TimeOffList id={id} />
          {given !== null && <MetAppointments of={{ time_off_id: given }} />}
          <FormView
            key={made}
            form={timeOffForm}
            record={{}}
            isNew
            action={words.give}
            save={(input) => api.addTimeOff({ id, ...(input as Omit<InputOf<"addTimeOff">, "id">) })}
            onSaved={({ id: timeOffId }) => {
              setMade(made + 1)
              setGiven(timeOffId)
            }}
            field={query.get("field")}
          />
        </>
      )}
    </OneRecord>
  )
}

function TimeOffList({ id }: { id: number }) {
  const words = useWords().settings
  const { company } = useSession()
  const { data, error, refetch } = useQuery(timeOffOf(id))
  const takeBack = useWrite({
    mutationFn: (timeOffId: number) => api.removeTimeOff({ id, timeOffId }),
    onSuccess: async () => {
      await readAllAgain()
      notify({ text: words.takenBack })
    },
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={2} />
  if (data.length === 0) return null
  const formats = appointmentFormats(company.timezone)
  return (
    <section class="card" aria-label={words.tabs.timeOff}>
      <ul class="rows">
        {data.map(({ id: timeOffId, start, end, reason }) => (
          <li key={timeOffId}>
            <div>
              <strong>{formats.block({ start_time: start, end_time: end })}</strong>
              {reason && <p class="hint">{reason}</p>}
            </div>
            <button
              type="button"
              class="button"
              disabled={takeBack.isRunning}
              onClick={() => takeBack.run(timeOffId)}
            >
              {words.takeBack}
            </button>
          </li>
        ))}
      </ul>
      <Refused error={takeBack.failure} />
    </section>
  )
}
