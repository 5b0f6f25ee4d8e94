import { formatter } from "../../../ui/formatter.ts"
import { useLanguage } from "../language.ts"

interface ZoneChoiceProps {
  zone: string
  offered: string[]
  onPick(zone: string): void
}

/** All zones that the browser knows, by city and offset, from west to east; those that are near first. */
export function ZoneChoice({ zone, offered, onPick }: ZoneChoiceProps) {
  const { words } = useLanguage()
  const near = [...new Set([...offered, zone])]
  const others = (Intl.supportedValuesOf?.("timeZone") ?? [])
    .filter((name) => !near.includes(name) && name.includes("/"))
    .map(cityOf)
    .sort((a, b) => a.minutes - b.minutes || a.city.localeCompare(b.city))
  const option = ({ zone: value, city, offset }: City) => (
    <option key={value} value={value}>
      {`${city} (${offset})`}
    </option>
  )
  return (
    <label class="filter">
      <span>{words.timeZone}</span>
      <select
        value={zone}
        onChange={({ currentTarget }) => {
          onPick(currentTarget.value)
          // Until times are shown in the new zone, the old one is what they are shown in.
          currentTarget.value = zone
        }}
      >
        {near.map(cityOf).map(option)}
        <optgroup label={words.otherZones}>{others.map(option)}</optgroup>
      </select>
    </label>
  )
}

interface City {
  zone: string
  /** "Buenos Aires" of `America/Argentina/Buenos_Aires`. */
  city: string
  /** "UTC−05:00", as it is today. */
  offset: string
  minutes: number
}

function cityOf(zone: string): City {
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")
  const [, sign = "+", hours = "00", minutes = "00"] = /GMT([+-])(\d\d):(\d\d)/.exec(nowIn(zone)) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  const shown = `UTC${sign === "-" ? "\u2212" : "+"}${hours}:${minutes}`
  return { zone, city, offset: shown, minutes: sign === "-" ? -total : total }
}

/** A browser that does not know the zone says so by throwing; then it counts as UTC. */
function nowIn(zone: string): string {
  try {
    return formatter("en", zone, { timeZoneName: "longOffset" }).format(Date.now())
  } catch {
    return ""
  }
}
