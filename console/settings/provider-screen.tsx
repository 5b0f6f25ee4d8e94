/** One provider, or a new one. */
import { api } from "../api/client.ts"
import { saveProvider } from "../api/saves.ts"
import type { ScreenProps } from "../screen.ts"
import { ArchiveCard } from "./archive-card.tsx"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { newProviderForm, providerForm } from "./forms/provider.ts"
import { NewRecord } from "./new-record.tsx"
import { OneRecord } from "./one-record.tsx"
import { PictureField } from "./picture-field.tsx"
import { ProviderTabs } from "./provider-tabs.tsx"
import { type Provider, providerOf } from "./settings-data.ts"

export default function ProviderScreen({ params, query }: ScreenProps) {
  if (params.id === "new")
    return (
      <NewRecord
        of="providers"
        form={newProviderForm}
        create={(input) => api.createProvider(input as InputOf<"createProvider">)}
        then="/hours"
      />
    )
  const id = Number(params.id)
  return (
    <OneRecord key={id} of="providers" query={providerOf(id)}>
      {(provider) => (
        <>
          <ProviderTabs id={id} here="profile" />
          <FormView
            form={providerForm}
            record={provider}
            save={(input) => api.updateProvider({ id, ...withoutOldPoint(provider, input as Patch) })}
            read={() => api.readProvider({ id })}
            field={query.get("field")}
          />
          <PictureField of="providers" one={provider} />
          <ArchiveCard
            of="providers"
            one={provider}
            archive={() => api.archiveProvider({ id })}
            switchOff={() => saveProvider(provider, { active: false })}
          />
        </>
      )}
    </OneRecord>
  )
}

type Patch = Omit<InputOf<"updateProvider">, "id">

/** A point that was found for the address before is not sent with the new one, so that the new one is looked up. */
function withoutOldPoint({ start_address: before, start_address_accuracy }: Provider, input: Patch): Patch {
  const { start_address: sent } = input
  if (!sent || !before || start_address_accuracy === null) return input
  const { latitude, longitude, ...address } = sent
  const isUntouched = latitude === before.latitude && longitude === before.longitude
  return isUntouched ? { ...input, start_address: address } : input
}
