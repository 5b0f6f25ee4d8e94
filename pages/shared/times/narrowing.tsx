import type { FunctionComponent } from "preact"
import type { LocationView, ProviderView } from "../../../domain/contracts/customer-pages.ts"
import { useLanguage } from "../language.ts"
import { hasClock } from "../zones.ts"
import { nearFirst, type TimesAction, type TimesState, waitsForLocation } from "./times-state.ts"

export interface PeopleProps {
  people: ProviderView[]
  /** Null is anyone. */
  chosen: number | null
  onPick(id: number | null): void
}

interface NarrowingProps {
  times: TimesState
  locations: LocationView[]
  providers: ProviderView[]
  /** The lengths to choose from; none where there is nothing to choose. */
  /** Shows people by their faces; without, and where it is left out, they are a list of names. */
  faces?: FunctionComponent<PeopleProps> | false | undefined
  lengths?: { id: number; label: string }[]
  lengthId?: number | null
  onLength?(id: number): void
  dispatch(action: TimesAction): void
}

/**
 * The choices of location, provider and length, as far as there are any. The location comes first, so that times are hours
 * only.
 */
export function Narrowing({ times, providers, dispatch, ...given }: NarrowingProps) {
  const { words } = useLanguage()
  const { locations: offered, faces: Faces, ...length } = given
  const locations = nearFirst(offered, times.visitorZone)
  const { lengths = [], lengthId = null, onLength } = length
  const { locationId, providerId } = times
  const onProvider = (id: number | null) => dispatch({ type: "pickProvider", providerId: id })
  const here = providers.filter(({ locationIds }) => locationId === null || locationIds.includes(locationId))
  const isChoice = here.length > 1 && !waitsForLocation(times)
  return (
    <>
      {locations.length > 1 && !times.asksWhere && (
        <FewLocations times={times} locations={locations} dispatch={dispatch} />
      )}
      {isChoice && Faces && <Faces people={here} chosen={providerId} onPick={onProvider} />}
      <div class="filters">
        {times.asksWhere && (
          <SelectField
            label={words.location}
            options={locations.map(({ id, name, city }) => ({ id, name: city ? `${city}: ${name}` : name }))}
            value={locationId}
            any={words.chooseLocation}
            onPick={(id) => dispatch({ type: "pickLocation", locationId: id })}
          />
        )}
        {isChoice && !Faces && (
          <SelectField
            label={words.provider}
            options={here}
            value={providerId}
            any={words.anyProvider}
            onPick={onProvider}
          />
        )}
        {lengths.length > 1 && (
          <SelectField
            label={words.length}
            options={lengths.map(({ id, label }) => ({ id, name: label }))}
            value={lengthId}
            onPick={(id) => id && onLength?.(id)}
          />
        )}
      </div>
    </>
  )
}

/** A few locations, each with its address, and its zone where they differ. */
function FewLocations({
  times,
  locations,
  dispatch,
}: Pick<NarrowingProps, "times" | "locations" | "dispatch">) {
  const { words, formats } = useLanguage()
  const differ = new Set(locations.map(({ timezone }) => timezone)).size > 1
  const [at] = times.answers.flatMap(({ providers }) => providers).flatMap(({ slots }) => slots)
  const about = ({ address, city, timezone }: LocationView) =>
    [address ?? city, differ && at && hasClock(timezone) && formats.zone(timezone, at.startTime)]
      .filter(Boolean)
      .join(", ")
  return (
    <fieldset>
      <legend class="legend">{words.location}</legend>
      <div class="places">
        {locations.map((location) => (
          <label key={location.id}>
            <input
              type="radio"
              name="location"
              checked={location.id === times.locationId}
              onChange={() => dispatch({ type: "pickLocation", locationId: location.id })}
            />
            <span>
              <strong>{location.name}</strong>
              <small>{about(location)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SelectFieldProps {
  label: string
  options: { id: number; name: string }[]
  /** Null selects the first option. */
  value: number | null
  /** The text of an option before the others that stands for all of them. */
  any?: string
  /** Gets null for `any`. */
  onPick(id: number | null): void
}

/** A labelled list to choose one option from. */
function SelectField({ label, options, value, any, onPick }: SelectFieldProps) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select
        value={value ?? ""}
        onChange={({ currentTarget }) => onPick(Number(currentTarget.value) || null)}
      >
        {any && <option value="">{any}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
