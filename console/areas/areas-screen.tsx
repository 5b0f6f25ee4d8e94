/** The areas that each location's providers go to: drawn on a map or typed, and tried out with an address. */
import { allLocations } from "../api/lists.ts"
import "../styles/areas.css"
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { ConflictNote } from "../parts/conflict-note.tsx"
import { Field } from "../parts/field.tsx"
import { Empty, Failed, Loading, Refused } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import { useSaving } from "../saving.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import type { InputOf } from "../settings/controls.ts"
import { notify } from "../shell/notices.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { areaOf, type Draft, diaries, draftOf, type Location, readAreasAgain, ringsOf } from "./area-data.ts"
import { AreaFields } from "./area-fields.tsx"
import { AreaMap } from "./area-map.tsx"
import { MapLegend } from "./map-legend.tsx"
import { type GeoPoint, pointOf } from "./projection.ts"
import { TravelCard } from "./travel-card.tsx"
import { reachesOf, travellersAt } from "./travel-limits.ts"
import { TryAddress, type Verdict } from "./try-address.tsx"

export default function AreasScreen({ query }: ScreenProps) {
  const { areas: words, settings } = useWords()
  const { data: locations, error, refetch } = useQuery(allLocations)
  const chosen = locations?.find(({ id }) => id === Number(query.get("location"))) ?? locations?.[0]
  return (
    <Page title={words.title} lead={<BackLink to="/settings" name={settings.title} />}>
      {error && !locations ? (
        <Failed error={error} retry={refetch} />
      ) : !locations ? (
        <Loading />
      ) : !chosen ? (
        <Empty icon="map" title={words.none} hint={words.noneHint}>
          <a class="button" href={hrefOf("/settings/locations/new")}>
            {words.newLocation}
          </a>
        </Empty>
      ) : (
        <Areas key={chosen.id} location={chosen} locations={locations} />
      )}
    </Page>
  )
}

function Areas({ location, locations }: { location: Location; locations: readonly Location[] }) {
  const words = useWords().areas
  const [draft, setDraft] = useState<Draft>(() => draftOf(location))
  const [tried, setTried] = useState<GeoPoint | null>(null)
  const [isTrying, setTrying] = useState(false)
  const [verdicts, setVerdicts] = useState<readonly Verdict[] | null>(null)
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const centre = pointOf(location)
  const { data: known } = useQuery(diaries)
  const { company } = useSession()
  const travellers = known ? travellersAt(location, known) : []
  const comes = new Map(isTrying ? verdicts?.map(({ provider, first }) => [provider.id, first !== null]) : [])
  const reaches = reachesOf(travellers, comes)
  const ownRings = ringsOf(draft, centre)
  const area = areaOf(draft)
  const isChanged = JSON.stringify(area) !== JSON.stringify(areaOf(draftOf(location)))
  const save = useSaving({
    record: location,
    isEdited: isChanged,
    read: (): Promise<Location> => api.readLocation({ id: location.id }),
    send: (input: Pick<InputOf<"updateLocation">, "service_area"> & { if_version: number }) =>
      api.updateLocation({ id: location.id, ...input }),
    onSuccess: async () => {
      await readAreasAgain()
      notify({ text: words.saved({ name: location.name }) })
    },
  })
  const draws = draft.kind === "polygon" && !isTrying
  const addCorner = (place: GeoPoint) => setDraft({ ...draft, corners: [...draft.corners, rounded(place)] })
  return (
    <div class="split">
      <section class="card" aria-label={words.map}>
        <AreaMap
          rings={ownRings}
          centre={centre}
          corners={draws ? draft.corners : []}
          others={locations
            .filter(({ id }) => id !== location.id)
            .map((other) => ({
              name: other.name,
              rings: ringsOf(draftOf(other), pointOf(other)),
              point: pointOf(other),
            }))}
          reaches={reaches}
          pointedAt={pointedAt}
          tried={isTrying ? tried : null}
          onPress={isTrying ? (place) => setTried(rounded(place)) : draws ? addCorner : null}
          onMoveCorner={(index, place) =>
            setDraft({
              ...draft,
              corners: draft.corners.map((corner, at) => (at === index ? rounded(place) : corner)),
            })
          }
          fitsTo={`${location.id} ${draft.kind} ${draft.kind === "radius" ? draft.radius : ""} ${travellers.map(({ km }) => km)}`}
        />
        <footer class="stack">
          <MapLegend
            shows={{
              own: ownRings.length > 0,
              other: locations.length > 1,
              reach: reaches.some(({ km, comes }) => km !== null && comes === null),
              comes: reaches.some(({ comes }) => comes === true),
              stays: reaches.some(({ comes }) => comes === false),
              start: reaches.some(({ from }) => from === "own_start"),
              tried: isTrying && tried !== null,
            }}
          />
          <p class="hint">{isTrying ? words.pressToTry : draws ? words.pressToDraw : words.dragToMove}</p>
        </footer>
      </section>
      <div class="stack">
        <section class="card" aria-labelledby="area">
          <header>
            <h2 id="area">{words.area}</h2>
          </header>
          <div class="content stack">
            <Field label={words.location}>
              {(attributes) => (
                <select
                  class="input"
                  {...attributes}
                  value={location.id}
                  onInput={(event) => goWithQuery({ location: event.currentTarget.value })}
                >
                  {locations.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <AreaFields draft={draft} hasPoint={centre !== null} onChange={setDraft} />
            <div class="row">
              <button
                type="button"
                class="button primary"
                disabled={area === null || !isChanged || save.isRunning}
                onClick={() => save.run({ service_area: area! })}
              >
                {words.save}
              </button>
              {isChanged && (
                <button type="button" class="button" onClick={() => setDraft(draftOf(location))}>
                  {words.discard}
                </button>
              )}
            </div>
            {save.conflict ? (
              <ConflictNote
                conflict={save.conflict}
                isRunning={save.isRunning}
                onKeepMine={() => save.run({ service_area: area! })}
                onTakeTheirs={async () => {
                  setDraft(draftOf(save.conflict!.now as unknown as Location))
                  save.reset()
                  await readAreasAgain()
                }}
              >
                <fieldset class="theirs" disabled>
                  <AreaFields
                    draft={draftOf(save.conflict.now as unknown as Location)}
                    hasPoint={centre !== null}
                    onChange={() => {}}
                  />
                </fieldset>
              </ConflictNote>
            ) : (
              <Refused error={save.failure} />
            )}
          </div>
        </section>
        {travellers.length > 0 && (
          <TravelCard
            travellers={travellers}
            locationName={location.name}
            drives={travellers.some(({ hasSpeed }) => hasSpeed) || company.travel !== null}
            onPoint={setPointedAt}
          />
        )}
        <TryAddress
          verdicts={verdicts}
          onVerdicts={setVerdicts}
          place={tried}
          isOpen={isTrying}
          isUnsaved={isChanged}
          onOpen={setTrying}
          onPoint={setTried}
        />
      </div>
    </div>
  )
}

/** To about a metre. */
const rounded = ({ latitude, longitude }: GeoPoint): GeoPoint => ({
  latitude: Math.round(latitude * 1e5) / 1e5,
  longitude: Math.round(longitude * 1e5) / 1e5,
})
