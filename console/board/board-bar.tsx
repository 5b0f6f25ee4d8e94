/** The bar above the board: the buttons to other days, the filters, and Book. */

import { addDays } from "../../ui/dates.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { goWithQuery } from "../router.ts"
import { PaletteButton } from "../shell/palette.tsx"
import { useWords } from "../words/words.ts"
import type { Board } from "./board-data.ts"
import type { Filters } from "./columns.ts"
import { FilterBar } from "./filter-bar.tsx"

export type View = "day" | "week"

interface BoardLeadProps {
  view: View
  date: string
  today: string
  /** The dock has room beside the board, and needs no button. */
  isWide: boolean
  isDockOpen: boolean
  onDock(isOpen: boolean): void
  onDate(date: string): void
}

export function BoardLead({ view, date, today, isWide, isDockOpen, onDock, onDate }: BoardLeadProps) {
  const words = useWords().board
  const days = view === "day" ? 1 : 7
  return (
    <span class="board-lead">
      <button type="button" class="button" onClick={() => onDate(today)} {...pressedBy("t")}>
        {words.today}
      </button>
      <span class="pair">
        <button
          type="button"
          class="button icon-only"
          aria-label={view === "day" ? words.dayBefore : words.weekBefore}
          data-turn={addDays(date, -days)}
          onClick={() => onDate(addDays(date, -days))}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          class="button icon-only"
          aria-label={view === "day" ? words.dayAfter : words.weekAfter}
          data-turn={addDays(date, days)}
          onClick={() => onDate(addDays(date, days))}
        >
          <Icon name="right" />
        </button>
      </span>
      {!isWide && (
        <button
          type="button"
          class="button icon-only"
          aria-label={words.calendar}
          aria-expanded={isDockOpen}
          {...pressedBy("g")}
          onClick={() => onDock(!isDockOpen)}
        >
          <Icon name="calendar" />
        </button>
      )}
    </span>
  )
}

interface BoardToolsProps {
  board: Board | undefined
  types: Parameters<typeof FilterBar>[0]["types"]
  filters: Filters
  view: View
  onBook(): void
}

export function BoardTools({ board, types, filters, view, onBook }: BoardToolsProps) {
  const words = useWords().board
  return (
    <>
      <FilterBar board={board} types={types} filters={filters} />
      <fieldset class="segments">
        <legend class="said">{words.view}</legend>
        {(["day", "week"] as const).map((each) => (
          <button
            key={each}
            type="button"
            class="button"
            aria-pressed={view === each}
            onClick={() => goWithQuery({ view: each === "day" ? null : each })}
          >
            {words[each]}
          </button>
        ))}
      </fieldset>
      <PaletteButton isNarrow={false} />
      <button type="button" class="button primary book" {...pressedBy("n")} onClick={onBook}>
        <Icon name="plus" /> <span class="label">{words.book}</span> <KeyCap of="N" />
      </button>
    </>
  )
}
