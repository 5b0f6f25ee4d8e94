/** One room or piece of equipment with its hours and time off, or a new one. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import type { ScreenProps } from "../screen.ts"
import { useWords } from "../words/words.ts"
import { ArchiveCard } from "./archive-card.tsx"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { timeOffForm } from "./forms/provider.ts"
import { newResourceForm, resourceForm } from "./forms/resource.ts"
import { NewRecord } from "./new-record.tsx"
import { OneRecord } from "./one-record.tsx"
import { type Resource, resourceOf, resourceTimeOffOf } from "./settings-data.ts"
import { TimeOffList } from "./time-off-list.tsx"

export default function ResourceScreen({ params, query }: ScreenProps) {
  if (params.id === "new")
    return (
      <NewRecord
        of="resources"
        form={newResourceForm}
        record={{ kind: "room", turnover_minutes: 0 }}
        create={(input) => api.createResource(input as InputOf<"createResource">)}
      />
    )
  const id = Number(params.id)
  return (
    <OneRecord key={id} of="resources" query={resourceOf(id)}>
      {(resource) => (
        <>
          <FormView
            form={resourceForm}
            record={withLocations(resource)}
            save={async (input) => withLocations(await save(resource, input))}
            read={async () => withLocations(await api.readResource({ id }))}
            field={query.get("field")}
          />
          <TimeOffPart id={id} />
          <ArchiveCard
            of="resources"
            one={resource}
            archive={() => api.archiveResource({ id })}
            switchOff={() => api.updateResource({ id, active: false, if_version: resource.version })}
          />
        </>
      )}
    </OneRecord>
  )
}

/** The week of the console is that of a location, and the resource has but its own. */
const withLocations = ({ hours, ...resource }: Resource) => ({
  ...resource,
  hours: (hours ?? []).map((each) => ({ location_id: resource.location_id, ...each })),
})

function save({ id }: Resource, { hours, ...input }: Record<string, unknown>): Promise<Resource> {
  const week = hours as ReturnType<typeof withLocations>["hours"] | undefined
  const sent = week?.map(({ weekday, start, end }) => ({ weekday, start, end }))
  return api.updateResource({ id, ...input, ...(sent ? { hours: sent } : {}) })
}

function TimeOffPart({ id }: { id: number }) {
  const words = useWords().settings
  const [made, setMade] = useState(0)
  return (
    <>
      <TimeOffList
        query={resourceTimeOffOf(id)}
        remove={(timeOffId) => api.removeResourceTimeOff({ id, timeOffId })}
      />
      <FormView
        key={made}
        form={timeOffForm}
        record={{}}
        isNew
        action={words.give}
        save={(input) =>
          api.addResourceTimeOff({ id, ...(input as Omit<InputOf<"addResourceTimeOff">, "id">) })
        }
        onSaved={() => setMade(made + 1)}
      />
    </>
  )
}
