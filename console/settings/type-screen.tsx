/** One appointment type, or a new one. */
import { useRef, useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allProviders } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { saveProvider, saveType } from "../api/saves.ts"
import { Icon } from "../parts/icon.tsx"
import { Refused } from "../parts/states.tsx"
import type { ScreenProps } from "../screen.ts"
import { readAllAgain } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { ArchiveCard } from "./archive-card.tsx"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { newTypeForm, typeForm } from "./forms/type.ts"
import { NewRecord } from "./new-record.tsx"
import { OneRecord } from "./one-record.tsx"
import { PicksInput } from "./picks.tsx"
import { PictureField } from "./picture-field.tsx"
import { typeOf } from "./settings-data.ts"

export default function TypeScreen({ params, query }: ScreenProps) {
  const words = useWords().settings
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
          <FormView
            form={typeForm}
            record={type}
            save={(input) => api.updateAppointmentType({ id, ...input })}
            onSaved={({ kept }) => kept && notify({ text: words.keptAsBooked(kept) })}
            read={() => api.readAppointmentType({ id })}
            field={query.get("field")}
          />
          <PictureField of="types" one={type} />
          <OfferedBy typeId={id} />
          <ArchiveCard
            of="types"
            one={type}
            archive={() => api.archiveAppointmentType({ id })}
            switchOff={() => saveType(type, { active: false })}
          />
        </>
      )}
    </OneRecord>
  )
}

async function setOffers(id: number, typeId: number, offers: boolean): Promise<void> {
  const provider = await api.readProvider({ id })
  const others = provider.appointment_type_ids.filter((each) => each !== typeId)
  await saveProvider(provider, { appointment_type_ids: offers ? [...others, typeId] : others })
}

/** The providers who offer the type. It stands in their own settings, so each is saved at once. */
function OfferedBy({ typeId }: { typeId: number }) {
  const words = useWords().settings
  const { data } = useQuery(allProviders)
  const offered = data?.filter(({ appointment_type_ids: ids }) => ids.includes(typeId)).map(({ id }) => id)
  /** The picks, until they are saved and read again: a press may come while the one before is being saved. */
  const [picked, setPicked] = useState<readonly number[] | null>(null)
  const latest = useRef<readonly number[]>([])
  const change = useWrite({
    mutationFn: async (before: readonly number[]) => {
      let saved = before
      while (latest.current !== saved) {
        const ids = latest.current
        for (const { id } of data!.filter(({ id }) => ids.includes(id) !== saved.includes(id)))
          await setOffers(id, typeId, ids.includes(id))
        saved = ids
        await readAllAgain()
      }
    },
    onSuccess: () => notify({ text: words.saved }),
    onSettled: () => setPicked(null),
  })
  const pick = (ids: readonly number[]) => {
    latest.current = ids
    setPicked(ids)
    if (!change.isRunning) change.run(offered!)
  }
  if (!offered) return null
  return (
    <section class="card" aria-labelledby="offered-by">
      <header>
        <h2 id="offered-by">{words.offeredBy}</h2>
      </header>
      <div class="content settings-fields set">
        {offered.length === 0 && (
          <p class="warning">
            <Icon name="warning" small /> {words.nobodyOffers}
          </p>
        )}
        <PicksInput
          of="providers"
          nullIsAll={false}
          edit={{ areAll: false, ids: picked ?? offered }}
          onEdit={({ ids }) => pick(ids)}
        />
        <p class="hint">{words.offeredHint}</p>
        <Refused error={change.failure} />
      </div>
    </section>
  )
}
