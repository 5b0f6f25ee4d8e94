import { useState } from "preact/hooks"
import { useLanguage } from "../language.ts"
import { lazy } from "../lazy.tsx"
import { isOnDevice } from "../zones.ts"
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
  const { visitorZone, zone } = times
  const zones = zonesShown(times, present)
  const [at] = zones.flatMap(({ instants }) => instants)
  if (!at) return null
  if (zone) {
    const name = formats.zone(zone, at)
    return (
      <div class="zone">
        <p>{zone === visitorZone ? words.zoneOfVisitor({ zone: name }) : words.zoneChosen({ zone: name })}</p>
        <ChangeZone
          zone={zone}
          offered={[visitorZone ?? zone, ...zones.map((each) => each.zone)]}
          onPick={onPick}
        />
      </div>
    )
  }
  const only = onlyZone(times, present)
  if (!only || (visitorZone && isOnDevice(only.instants, only.zone))) return null
  // While the visitor's zone is not known, the script of `FirstScreen` decides whether the line is shown.
  return (
    <p class={visitorZone ? "zone" : "zone if-elsewhere"}>
      {words.zoneDiffers({ zone: formats.zone(only.zone, at) })}
    </p>
  )
}

/** The one zone of the shown times. Null when there are several: then each time names its own. */
export function onlyZone(times: TimesState, present: ZoneLineProps["present"]): ShownZone | null {
  const zones = zonesShown(times, present)
  const [first, ...others] = zones
  if (!first || others.some(({ zone }) => zone !== first.zone)) return null
  return { zone: first.zone, instants: zones.flatMap(({ instants }) => instants) }
}

/** Few visitors want another zone than their own. */
const ZoneChoice = lazy(async () => (await import("./zone-choice.tsx")).ZoneChoice)

function ChangeZone(props: Parameters<typeof ZoneChoice>[0]) {
  const { words } = useLanguage()
  const [open, setOpen] = useState(false)
  if (open) return <ZoneChoice {...props} />
  return (
    <button type="button" class="quiet" onClick={() => setOpen(true)}>
      {words.changeZone}
    </button>
  )
}

interface ShownZone {
  zone: string
  /** Some of the instants that are shown in it, ISO 8601 UTC. */
  instants: string[]
}

/** The zones of the shown times; a zone can be there more than once. */
function zonesShown({ answers }: TimesState, present: ZoneLineProps["present"]): ShownZone[] {
  const ofSlots = answers
    .flatMap((answer) => answer.providers)
    .filter(({ slots }) => slots.length > 0)
    .map(({ timezone, slots }) => ({
      zone: timezone,
      instants: slots.slice(0, 20).map((slot) => slot.startTime),
    }))
  return present ? [{ zone: present.timezone, instants: [present.startTime] }, ...ofSlots] : ofSlots
}
