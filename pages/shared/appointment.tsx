import type { ComponentChildren } from "preact"
import type {
  AppointmentView,
  BlockView,
  LocationView,
  PartView,
  TypeView,
} from "../../domain/contracts/customer-pages.ts"
import { arrivalInWords } from "./arrival.ts"
import { Facts } from "./facts.tsx"
import { useLanguage } from "./language.ts"
import type { Opening } from "./times/openings.ts"
import { mostSeats, seatsWanted } from "./times/seats.ts"
import { wallClock } from "./zones.ts"

interface PickProps {
  /** The booked service. */
  title: string
  /** The parts of several services in one visit. */
  parts?: PartView[] | undefined
  blocks: BlockView[]
  /** The kind of a window: it is the time of an arrival. */
  kind?: "window" | undefined
  zone: string
  /** The location in one line, where the facts are not beside it. */
  place?: string | null
  /** A button to change it. */
  children?: ComponentChildren
}

/** A chosen or booked time: a leaf of a calendar, every day with its hours, and by which clock. */
export function Pick({ title, blocks, parts, kind, zone, place, children }: PickProps) {
  const { words, formats } = useLanguage()
  const [first] = blocks
  const { date } = wallClock(first!.startTime, zone)
  return (
    <div class="pick">
      <span class="leaf" aria-hidden="true">
        <b>{formats.shortMonth(date)}</b>
        <i>{Number(date.slice(8))}</i>
      </span>
      <div>
        <span class="what note">{title}</span>
        <ol class="blocks">
          {blocks.map((block, index) => (
            <li key={block.startTime}>
              {blocks.length > 1 && (
                <span class="note">{words.dayOf({ day: index + 1, days: blocks.length })}</span>
              )}
              <strong>{formats.dayAndYear(wallClock(block.startTime, zone).date)}</strong>
              <span>
                {kind ? arrivalInWords(block, zone) : formats.timeRange(block, zone)}
                {blocks.length === 1 && `, ${formats.zone(zone, block.startTime).replaceAll(" ", "\u00a0")}`}
              </span>
            </li>
          ))}
        </ol>
        {blocks.length > 1 && <span class="note">{formats.zone(zone, first!.startTime)}</span>}
        {parts && (
          <ol class="blocks parts">
            {parts.map((part) => (
              <li key={part.startTime}>
                <span>{formats.timeRange(part, zone)}</span>
                <span class="note">
                  {part.typeName}
                  {part.providerName && `, ${part.providerName}`}
                </span>
              </li>
            ))}
          </ol>
        )}
        {place && <span class="note in-short">{place}</span>}
      </div>
      {children}
    </div>
  )
}

interface ChosenProps {
  title: string
  choice: Opening
  zone: string
  place: TypeView["place"] | null
  locations: LocationView[]
  /** The visitor chose the provider; without a choice the plan chooses one for a window. */
  isProviderChosen: boolean
  onChange(): void
  /** The number of people who come to a class. */
  seats?: ComponentChildren
  /** The words that the time is held, and for how long. */
  hold?: ComponentChildren
  children?: ComponentChildren
}

/** The choice, beside the steps that follow. */
export function Chosen({
  title,
  choice,
  zone,
  place,
  locations,
  isProviderChosen,
  onChange,
  seats,
  hold,
  children,
}: ChosenProps) {
  const { words } = useLanguage()
  const known = locations.find(({ id }) => id === choice.locationId)
  const location = place === "at_location" ? (known ?? { name: choice.locationName, address: null }) : null
  const short = location?.name ?? (place && words.place[place])
  const isOpen = choice.parts || (choice.kind && !isProviderChosen)
  return (
    <aside class="rail chosen" aria-label={words.yourChoice}>
      <Pick
        title={title}
        blocks={choice.blocks}
        parts={choice.parts}
        kind={choice.kind}
        zone={zone}
        place={short}
      >
        <button type="button" class="quiet" onClick={onChange}>
          {words.change}
        </button>
      </Pick>
      {seats}
      {hold}
      <Facts place={place} location={location} providerName={isOpen ? "" : choice.providerName}>
        {children}
      </Facts>
    </aside>
  )
}

interface SeatsProps {
  choice: Opening
  /** As many as were chosen. */
  seats: number
  onSeats(seats: number): void
}

/** The number of people who come to a class. */
export function Seats({ choice, seats, onSeats }: SeatsProps) {
  const { words } = useLanguage()
  const most = mostSeats(choice)
  if (most < 2) return null
  return (
    <label class="field">
      {words.seats}{" "}
      <select
        value={seatsWanted({ seats }, choice)}
        onChange={({ currentTarget }) => onSeats(Number(currentTarget.value))}
      >
        {Array.from({ length: most }, (_, i) => (
          <option key={i} value={i + 1}>
            {i + 1}
          </option>
        ))}
      </select>
    </label>
  )
}

interface TicketProps {
  title: string
  appointment: AppointmentView
  zone: string
  /** Null when the page does not know it. */
  place: TypeView["place"] | null
  /** It is not to come any more. */
  isOld?: boolean
}

/** An appointment: when, where and with whom. */
export function Ticket({ title, appointment, zone, place, isOld = false }: TicketProps) {
  const { blocks, parts, locationName, locationAddress, providerName } = appointment
  const location = locationName === null ? null : { name: locationName, address: locationAddress }
  return (
    <div class={isOld ? "ticket old" : "ticket"}>
      <Pick title={title} blocks={blocks} parts={parts} kind={appointment.kind} zone={zone} />
      <Facts
        place={place}
        location={location}
        providerName={parts ? "" : providerName}
        seats={appointment.seats}
      >
        <Directions to={isOld ? null : locationAddress} />
      </Facts>
    </div>
  )
}

/** The way to the location, one tap away. */
export function Directions({ to }: { to: string | null }) {
  const { words } = useLanguage()
  return (
    to && (
      <a class="no-print" href={directionsUrl(to)} target="_blank" rel="noopener noreferrer">
        {words.directions} <span class="said">({words.opensNewTab})</span>
      </a>
    )
  )
}

function directionsUrl(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
}
