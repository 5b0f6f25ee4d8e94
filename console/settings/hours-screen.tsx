/** When a provider works: the week, and the dates that differ from it. */
import { api } from "../api/client.ts"
import { hoursOf } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { Failed, Loading } from "../parts/states.tsx"
import type { ScreenProps } from "../screen.ts"
import { useWords } from "../words/words.ts"
import { FormView } from "./form-view.tsx"
import { hoursForm } from "./forms/provider.ts"
import { OneRecord } from "./one-record.tsx"
import { ProviderTabs } from "./provider-tabs.tsx"
import { providerOf } from "./settings-data.ts"

export default function HoursScreen({ params, query }: ScreenProps) {
  const id = Number(params.id)
  return (
    <OneRecord key={id} of="providers" query={providerOf(id)}>
      {() => (
        <>
          <ProviderTabs id={id} here="hours" />
          <Hours id={id} field={query.get("field")} />
        </>
      )}
    </OneRecord>
  )
}

function Hours({ id, field }: { id: number; field: string | null }) {
  const words = useWords().settings
  const { data, error, refetch } = useQuery(hoursOf(id))
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <>
      <p class="hint">{words.hoursMeaning}</p>
      <FormView
        form={hoursForm}
        record={data}
        save={(input) => api.replaceProviderHours({ id, ...input })}
        read={() => api.readProviderHours({ id })}
        field={field}
      />
    </>
  )
}
