import { useLanguage } from "../language.ts"

interface ZoneChoiceProps {
  zone: string
  offered: string[]
  onPick(zone: string): void
}

/** All zones that the browser knows, those that are near first. */
export function ZoneChoice({ zone, offered, onPick }: ZoneChoiceProps) {
  const { words } = useLanguage()
  const near = [...new Set([...offered, zone])]
  const others = (Intl.supportedValuesOf?.("timeZone") ?? []).filter((name) => !near.includes(name))
  const option = (name: string) => (
    <option key={name} value={name}>
      {name.replaceAll("_", " ")}
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
        {near.map(option)}
        <optgroup label={words.otherZones}>{others.map(option)}</optgroup>
      </select>
    </label>
  )
}
