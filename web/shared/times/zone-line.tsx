import { useState } from "preact/hooks"
import { useLanguage } from "../language.ts"
import { sameClock } from "../zones.ts"
import type { TimesState } from "./times-state.ts"

interface ZoneLineProps {
  times: TimesState
  /** The appointment that the visitor already has, if any. */
  present: { timezone: string; startTime: string } | null
  onPick(zone: string): void
}

/** Says which time zone the times are in, when it is not the visitor's own. */
export function ZoneLine({ times, present, onPick }: ZoneLineProps) {
  const { words, formats } = useLanguage()
  const { visitorZone } = times
  const shown = zonesShown(times, present)
  const [at] = shown.flatMap(({ instants }) => instants)
  if (!at || !visitorZone) return null
  if (times.zone) {
    const name = formats.zone(times.zone, at)
    return (
      <div class="zone">
        <p>{times.zone === visitorZone ? words.zoneOfVisitor(name) : words.zoneChosen(name)}</p>
        <ZoneChoice
          zone={times.zone}
          offered={[visitorZone, ...shown.map((each) => each.zone)]}
          onPick={onPick}
        />
      </div>
    )
  }
  // Locations in several zones: each time names its own.
  const several = new Set(shown.map((each) => each.zone)).size > 1
  const other = !several && shown.find((each) => !sameClock(each.instants, each.zone, visitorZone))
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

/** The zones of the shown times, each with some of its instants. */
function zonesShown(
  { answers }: TimesState,
  present: ZoneLineProps["present"],
): { zone: string; instants: string[] }[] {
  const ofSlots = answers
    .flatMap((answer) => answer.providers)
    .filter(({ slots }) => slots.length > 0)
    .map(({ timezone, slots }) => ({
      zone: timezone,
      instants: slots.slice(0, 20).map((slot) => slot.startTime),
    }))
  return present ? [{ zone: present.timezone, instants: [present.startTime] }, ...ofSlots] : ofSlots
}
