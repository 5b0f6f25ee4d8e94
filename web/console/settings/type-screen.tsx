/** One appointment type, or a new one. */
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useWords } from "../words/words.ts"
import { ArchiveCard } from "./archive-card.tsx"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { newTypeForm, typeForm } from "./forms/type.ts"
import { sortedByName } from "./inputs.tsx"
import { NewRecord } from "./new-record.tsx"
import { OneRecord } from "./one-record.tsx"
import { allProviders, typeOf } from "./settings-data.ts"

export default function TypeScreen({ params, query }: ScreenProps) {
  if (params.id === "new")
    return (
      <NewRecord
        of="types"
        form={newTypeForm}
        record={{ blocks: [60] }}
        create={(input) => api.createAppointmentType(input as InputOf<"createAppointmentType">)}
      />
    )
  const id = Number(params.id)
  return (
    <OneRecord key={id} of="types" query={typeOf(id)}>
      {(type) => (
        <>
          <OfferedBy typeId={id} />
          <FormView
            form={typeForm}
            record={type}
            save={(input) => api.updateAppointmentType({ id, ...input })}
            field={query.get("field")}
          />
          <ArchiveCard
            of="types"
            one={type}
            archive={() => api.archiveAppointmentType({ id })}
            switchOff={() => api.updateAppointmentType({ id, active: false })}
          />
        </>
      )}
    </OneRecord>
  )
}

/** A type that no provider offers can't be booked. */
function OfferedBy({ typeId }: { typeId: number }) {
  const words = useWords().settings
  const { data } = useQuery(allProviders)
  if (!data) return null
  const offering = sortedByName(data.filter(({ appointment_type_ids: ids }) => ids.includes(typeId)))
  if (offering.length === 0)
    return (
      <p class="warning">
        <Icon name="warning" small /> {words.nobodyOffers}{" "}
        <a href={hrefOf("/settings/providers")}>{words.topics.providers}</a>
      </p>
    )
  return (
    <p>
      {words.offeredBy}{" "}
      {offering.map(({ id, name }, at) => (
        <>
          {at > 0 && ", "}
          <a key={id} href={hrefOf(`/settings/providers/${id}?field=appointment_type_ids`)}>
            {name}
          </a>
        </>
      ))}
    </p>
  )
}
