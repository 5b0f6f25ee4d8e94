/** One location, or a new one. */
import { api } from "../api/client.ts"
import { saveLocationOver } from "../api/saves.ts"
import { hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { ArchiveCard } from "./archive-card.tsx"
import type { InputOf } from "./controls.ts"
import { FeedCard } from "./feed-card.tsx"
import { FormView } from "./form-view.tsx"
import { locationForm, newLocationForm } from "./forms/location.ts"
import { NewRecord } from "./new-record.tsx"
import { OneRecord } from "./one-record.tsx"
import { type Location, locationOf } from "./settings-data.ts"

export default function LocationScreen({ params, query }: ScreenProps) {
  const { company } = useSession()
  if (params.id === "new")
    return (
      <NewRecord
        of="locations"
        form={newLocationForm}
        record={{ timezone: company.timezone, address: {} }}
        create={(input) => api.createLocation(input as InputOf<"createLocation">)}
      />
    )
  const id = Number(params.id)
  return (
    <OneRecord key={id} of="locations" query={locationOf(id)}>
      {(location) => (
        <>
          <FormView
            form={locationForm}
            record={location}
            save={(input) => saveLocation(location, input)}
            read={() => api.readLocation({ id })}
            field={query.get("field")}
            below={{ area: () => <MapLink id={id} /> }}
          />
          <FeedCard owner={{ location_id: id }} />
          <ArchiveCard
            of="locations"
            one={location}
            archive={() => api.archiveLocation({ id })}
            switchOff={() => saveLocationOver(location, { active: false })}
          />
        </>
      )}
    </OneRecord>
  )
}

/** The same area, drawn and tried out with an address. */
function MapLink({ id }: { id: number }) {
  return (
    <p>
      <a href={hrefOf(`/settings/areas?location=${id}`)}>{useWords().settings.onMap}</a>
    </p>
  )
}

/**
 * The API looks an address up only while there is no point. So a point that came from the address before is taken away with
 * it; one that was set by hand stays.
 */
async function saveLocation(location: Location, input: Record<string, unknown>): Promise<Location> {
  const { id } = location
  const isLeftBehind = "address" in input && location.address_accuracy !== null && !("latitude" in input)
  const sent = isLeftBehind ? { ...input, latitude: null, longitude: null } : input
  const saved = await api.updateLocation({ id, ...sent })
  const isToBeFound = "latitude" in sent && saved.latitude === null && saved.address !== null
  return isToBeFound ? api.updateLocation({ id, address: saved.address, if_version: saved.version }) : saved
}
