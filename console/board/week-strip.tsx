/** On a phone: the week above the day, each date with how full it is. */
import { addDays, weekdayOf } from "../../ui/dates.ts"
import { useQuery } from "../api/queries.ts"
import { longDay, weekdayAndDay } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { goWithQuery } from "../router.ts"
import { useWords } from "../words/words.ts"
import { type Board, boardOf } from "./board-data.ts"
import { dayColumns, type Filters } from "./columns.ts"

interface WeekStripProps {
  date: string
  today: string
  filters: Filters
}

export function WeekStrip({ date, today, filters }: WeekStripProps) {
  const words = useWords().board
  const monday = addDays(date, 1 - weekdayOf(date))
  const { data: week } = useQuery(boardOf(monday, 7))
  const show = (wanted: string) => goWithQuery({ date: wanted === today ? null : wanted })
  return (
    <fieldset class="week-strip">
      <legend class="said">{words.day}</legend>
      <Week name="left" label={words.weekBefore} onClick={() => show(addDays(date, -7))} />
      {Array.from({ length: 7 }, (_, at) => addDays(monday, at)).map((each) => {
        const { weekday, day } = weekdayAndDay(each)
        return (
          <button
            key={each}
            type="button"
            class={each === today ? "today" : ""}
            aria-current={each === date ? "date" : undefined}
            data-day={each}
            onClick={() => show(each)}
          >
            <span>{weekday}</span> <b>{day}</b>
            <span class="said">, {longDay(each)}</span>
            <i style={{ "--load": `${week ? loadOf(week, each, filters) : 0}%` }} />
          </button>
        )
      })}
      <Week name="right" label={words.weekAfter} onClick={() => show(addDays(date, 7))} />
    </fieldset>
  )
}

function Week({ name, label, onClick }: { name: "left" | "right"; label: string; onClick(): void }) {
  return (
    <button type="button" aria-label={label} onClick={onClick}>
      <Icon name={name} />
    </button>
  )
}

/** Percent of the open time of all that is shown. */
function loadOf(week: Board, date: string, filters: Filters): number {
  const columns = dayColumns(week, date, filters)
  const open = columns.reduce((sum, { openMinutes }) => sum + openMinutes, 0)
  const taken = columns.reduce((sum, { takenMinutes }) => sum + takenMinutes, 0)
  return open === 0 ? 0 : Math.min(100, Math.round((taken / open) * 100))
}
