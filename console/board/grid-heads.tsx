/** Above the columns: who or which date each is, how full it is, and whose zone its hours are in. */
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { dateAt, duration, zoneNames } from "./board-formats.ts"
import type { Column } from "./columns.ts"
import type { BoardGridProps, Group } from "./grid.ts"
import { canTake, type Mover } from "./moving.ts"
import { countText } from "./starts.ts"

export function GroupHeads({ group, ...props }: { group: Group } & BoardGridProps) {
  const words = useWords().board
  const { columns, headsAreDates } = props
  const { column: first } = group.columns[0]!
  const zone = zoneNames(first.location, first.day[0])
  const otherZones = new Set(columns.map(({ location }) => location.timezone)).size > 1
  const [home] = columns
  const ahead = (wallMinutes(first) - wallMinutes(home!)) / 60
  return (
    <>
      {group.hasAxis && (
        <div class="zone" aria-hidden="true">
          {zone.short}
        </div>
      )}
      {group.columns.map(({ column, index }, at) => (
        <div
          key={column.key}
          class={canTake(props.mover.moving, column) ? "head" : "head no"}
          role="columnheader"
          aria-colindex={index + 1}
        >
          {at === 0 && !headsAreDates && (
            <span class="place">
              <b>{column.location.name}</b>
              {otherZones && ` · ${zone.long}${clockNote(ahead, words)}`}
            </span>
          )}
          {column.resource ? (
            <span class="thing">
              <Icon name={column.resource.kind === "room" ? "room" : "tool"} small /> {column.provider.name}
            </span>
          ) : (
            <button type="button" onClick={() => props.onHead(column)} aria-haspopup="dialog">
              {headsAreDates ? dateAt(column.location, column.day[0]) : column.provider.name}
            </button>
          )}
          <small>{moveNote(props.mover, column, words) ?? noteOf(column, words, headsAreDates)}</small>
          <i
            class="load"
            aria-hidden="true"
            hidden={column.resource !== null}
            style={{ "--load": `${loadOf(column)}%` }}
          />
        </div>
      ))}
    </>
  )
}

const wallMinutes = ({ location, day }: Column) =>
  location.utc_offsets.findLast(({ from }) => Date.parse(from) <= day[0] * 60_000)?.minutes ??
  location.utc_offsets[0]!.minutes

type BoardWords = ReturnType<typeof useWords>["board"]

function noteOf(column: Column, words: BoardWords, headsAreDates: boolean): string {
  const { open, off, openMinutes, takenMinutes, location, resource } = column
  if (resource) return resource.active ? resource.group : words.switchedOff
  const place = headsAreDates ? `${location.name} · ` : ""
  if (!location.active) return place + words.switchedOff
  if (open.length === 0) return place + words.closed
  if (openMinutes === 0 && off.length > 0) return place + words.away
  const free = openMinutes - takenMinutes
  return place + (free <= 0 ? words.full : words.free({ time: duration(free) }))
}

/** `, 2 h ahead`: of a location whose clock differs from the first one's. */
function clockNote(hours: number, words: BoardWords): string {
  if (hours === 0) return ""
  return `, ${hours < 0 ? words.clockBehind({ hours: -hours }) : words.clockAhead({ hours })}`
}

const loadOf = ({ openMinutes, takenMinutes }: Column) =>
  openMinutes === 0 ? 0 : Math.min(100, Math.round((takenMinutes / openMinutes) * 100))

/** While an appointment is moved: how many starts or windows the column has. */
function moveNote({ moving }: Mover, { key }: Column, words: BoardWords): string | null {
  const starts = moving?.starts?.get(key)
  return starts ? countText(words, starts.offered.length, starts.isOfWindows) : null
}
