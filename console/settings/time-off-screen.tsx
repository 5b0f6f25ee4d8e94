/** When a provider is away. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { MetAppointments } from "../parts/met-appointments.tsx"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { timeOffForm } from "./forms/provider.ts"
import { OneRecord } from "./one-record.tsx"
import { ProviderTabs } from "./provider-tabs.tsx"
import { providerOf, timeOffOf } from "./settings-data.ts"
import { TimeOffList } from "./time-off-list.tsx"

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
          <TimeOffList query={timeOffOf(id)} remove={(timeOffId) => api.removeTimeOff({ id, timeOffId })} />
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
