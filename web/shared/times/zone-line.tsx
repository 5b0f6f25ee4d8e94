import { useState } from "preact/hooks"
import { useLanguage } from "../language.ts"
import { sameClock } from "../zones.ts"
import type { TimesState } from "./times-state.ts"

interface ZoneLineProps {
  times: TimesState
  /** The time the visitor has already, if any. */
  present: { timezone: string; startTime: string } | null
  onPick(zone: string): void
}

/** Says whose clock the times follow, when that is not plain. */
export function ZoneLine({ times, present, onPick }: ZoneLineProps) {
  const { words, formats } = useLanguage()
  const visitorZone = zoneOfVisitor()
  const shown = zonesShown(times, present)
  const [at] = shown.flatMap((place) => place.instants)
  if (!at) return null
  if (times.zone) {
    const name = formats.zone(times.zone, at)
    return (
      <div class="zone">
        <p>{times.zone === visitorZone ? words.zoneOfVisitor(name) : words.zoneChosen(name)}</p>
        <ZoneChoice zone={times.zone} offered={[visitorZone, ...shown.map((p) => p.zone)]} onPick={onPick} />
      </div>
    )
  }
  // Where places lie in several zones, each time names its own.
  const several = new Set(shown.map((place) => place.zone)).size > 1
  const other = !several && shown.find((place) => !sameClock(place.instants, place.zone, visitorZone))
  return other ? <p class="zone">{words.zoneDiffers(formats.zone(other.zone, at))}</p> : null
}

function ZoneChoice({
  zone,
  offered,
  onPick,
}: {
  zone: string
  offered: string[]
  onPick(zone: string): void
}) {
  const { words } = useLanguage()
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {words.changeZone}
      </button>
    )
  }
  const near = [...new Set([...offered, zone])]
  const others = (Intl.supportedValuesOf?.("timeZone") ?? []).filter((name) => !near.includes(name))
  const option = (name: string) => (
    <option key={name} value={name}>
      {name.replaceAll("_", " ")}
    </option>
  )
  return (
    <label class="field">
      <span>{words.timeZone}</span>
      <select value={zone} onChange={(event) => onPick(event.currentTarget.value)}>
        {near.map(option)}
        <optgroup label={words.otherZones}>{others.map(option)}</optgroup>
      </select>
    </label>
  )
}

/** The zones of what the page shows now, each with some of its instants. */
function zonesShown(
  { answers }: TimesState,
  present: ZoneLineProps["present"],
): { zone: string; instants: string[] }[] {
  const places = answers.flatMap((answer) => answer.providers)
  const ofPlaces = places
    .filter((place) => place.slots.length > 0)
    .map((place) => ({
      zone: place.timezone,
      instants: place.slots.slice(0, 20).map((slot) => slot.startTime),
    }))
  return present ? [{ zone: present.timezone, instants: [present.startTime] }, ...ofPlaces] : ofPlaces
}

/** The time zone the visitor's device is set to. */
export function zoneOfVisitor(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
