import { useState } from "preact/hooks"
import { TypedWeek } from "../parts/typed-week.tsx"
import { WeekGrid } from "../parts/week-grid.tsx"
import { type Hours, WeekHours } from "../parts/week-hours.tsx"
import { stretchesOf, stretchOf } from "../parts/week-stretches.ts"
import { Part } from "./sample.tsx"

const first: Hours[] = [
  { weekday: 1, start: "09:00", end: "17:00" },
  { weekday: 2, start: "09:00", end: "12:30" },
  { weekday: 5, start: "22:00", end: "06:00" },
]
const elsewhere = { weekday: 3, start: "08:00", end: "16:00", where: "Round Rock" }

export function WeekParts() {
  const [hours, setHours] = useState(first)
  return (
    <div class="wide-part stack">
      <Part file="week-hours.tsx">
        <WeekHours label="Ana Ruiz, Austin" hours={hours} elsewhere={[elsewhere]} onChange={setHours} />
      </Part>
      <Part file="week-grid.tsx">
        <WeekGrid
          label="The same without its tools"
          stretches={stretchesOf(hours)}
          blocked={[{ ...stretchOf(elsewhere), where: elsewhere.where }]}
          onChange={() => {}}
          onDay={() => {}}
        />
      </Part>
      <Part file="typed-week.tsx">
        <TypedWeek label="The same, typed" hours={first} onChange={setHours} onDay={() => {}} />
      </Part>
    </div>
  )
}
