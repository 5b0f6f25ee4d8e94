import type { ComponentChildren } from "preact"
import type { AppointmentView, BlockView, TypeView } from "./contract.ts"
import { useLanguage } from "./language.ts"
import type { Opening } from "./times/openings.ts"
import { wallClock } from "./zones.ts"

/** Every day of a job with its hours. Several days are numbered. */
export function Blocks({ blocks, zone }: { blocks: BlockView[]; zone: string }) {
  const { words, formats } = useLanguage()
  return (
    <ol class="blocks">
      {blocks.map((block, index) => (
        <li key={block.startTime}>
          {blocks.length > 1 && <span class="note">{words.dayOf(index + 1, blocks.length)}</span>}
          <strong>{formats.dayAndYear(wallClock(block.startTime, zone).date)}</strong>
          <span>{formats.timeRange(block, zone)}</span>
        </li>
      ))}
    </ol>
  )
}

interface ChosenTimeProps {
  choice: Opening
  zone: string
  place: TypeView["place"] | null
  label: string
  /** A line above the time. */
  note?: string | null
  children?: ComponentChildren
}

/** The chosen time in words: when, with whom and where. */
export function ChosenTime({ choice, zone, place, label, note, children }: ChosenTimeProps) {
  const { words, formats } = useLanguage()
  return (
    <section class="present" aria-label={label}>
      {note && <p class="note">{note}</p>}
      <Blocks blocks={choice.blocks} zone={zone} />
      <p class="note">{formats.zone(zone, choice.startTime)}</p>
      <p>
        {words.who} {choice.providerName}
        {place === "at_location" && ` · ${choice.locationName}`}
      </p>
      {children}
    </section>
  )
}

interface AppointmentFactsProps {
  appointment: AppointmentView
  zone: string
  /** Null when the page does not know it. */
  place: TypeView["place"] | null
}

/** When, where and with whom an appointment is. */
export function AppointmentFacts({ appointment, zone, place }: AppointmentFactsProps) {
  const { words, formats } = useLanguage()
  const { blocks, startTime, locationName, locationAddress, providerName } = appointment
  const isAtLocation = place === "at_location" || locationAddress !== null
  const where = isAtLocation ? locationName : place && words.place[place]
  return (
    <dl class="facts">
      <dt>{words.when}</dt>
      <dd>
        <Blocks blocks={blocks} zone={zone} />
        <span class="note">{formats.zone(zone, startTime)}</span>
      </dd>
      {where && (
        <>
          <dt>{words.where}</dt>
          <dd>
            {where}
            {locationAddress && <span class="address">{locationAddress}</span>}
          </dd>
        </>
      )}
      <dt>{words.who}</dt>
      <dd>{providerName}</dd>
    </dl>
  )
}
