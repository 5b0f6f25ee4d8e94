/** The data of the board's grid, and its scale. */
import type { Span } from "../parts/spans.ts"
import type { WaitedForGap } from "../waiting/waiting-data.ts"
import type { AppointmentType } from "./board-data.ts"
import type { Card, Column, SessionCard } from "./columns.ts"
import type { Mover, RefusedDrop } from "./moving.ts"
import type { Resizer } from "./resizing.ts"
import type { SessionMover } from "./session-move.ts"

/** How much larger than usual the reader's text is: the board grows with it. */
const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** Pixels of this many at the usual size of text. */
export const scaled = (px: number): number => px * textScale

export const pxPerMinute = scaled(1.27)

export interface BoardGridProps {
  label: string
  columns: readonly Column[]
  types: ReadonlyMap<number, AppointmentType>
  hues: ReadonlyMap<number, number>
  /** Minutes since 1970 UTC. */
  now: number
  selectedId: number | null
  /** In a provider's week the heads are dates. */
  headsAreDates: boolean
  mover: Mover
  sessionMover: SessionMover
  resizer: Resizer
  /** The start at which a card was dropped that could not stay. */
  refused: RefusedDrop | null
  onOpen(card: Card, column: Column): void
  onSession(card: SessionCard, column: Column): void
  /** A place without an appointment was pressed. */
  onPick(column: Column, minute: number): void
  /** The mark of those who wait for a free stretch was pressed. */
  onWaitedFor(column: Column, from: number, until: number): void
  /** A dragged card rests over another day. */
  onTurn(date: string): void
  /** A dragged card was left on a day. */
  onDropDay(date: string): void
  /** A provider's name was pressed. */
  onHead(column: Column): void
  /** Starts that are offered for what is being booked, by the columns' keys; null while nothing is. */
  lit: ReadonlyMap<string, readonly Span[]> | null
  /** They are windows that would be promised. */
  litAreWindows: boolean
  /** The free stretches that somebody waits for; empty while something is booked or moved. */
  waitedFor: readonly WaitedForGap[]
  /** The start that is chosen or was asked about. */
  chosen: { key: string; start: number } | null
}

/** Columns of one location stand together under its name; where its zone differs from the one before, with its own hours. */
export interface Group {
  columns: { column: Column; index: number }[]
  hasAxis: boolean
}
