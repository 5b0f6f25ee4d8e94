/** The deliveries of 30 days as bars, and the same figures as a table. */

import { shortDay } from "../formats.ts"
import { Scrolled } from "../parts/scrolled.tsx"
import { spokenTag, useWords } from "../words/words.ts"
import type { DeliveryDay } from "./endpoint-data.ts"

interface DeliveryChartProps {
  days: readonly DeliveryDay[]
  /** Without the table. */
  isSmall?: boolean
}

const lost = ({ failed, abandoned }: DeliveryDay) => failed + abandoned
const made = (day: DeliveryDay) => day.succeeded + lost(day)
const sum = (days: readonly DeliveryDay[], of: (day: DeliveryDay) => number) =>
  days.reduce((total, day) => total + of(day), 0)

export function DeliveryChart({ days, isSmall = false }: DeliveryChartProps) {
  const words = useWords().developers.chart
  const count = new Intl.NumberFormat(spokenTag())
  const delivered = sum(days, ({ succeeded }) => succeeded)
  const late = sum(days, ({ succeeded_late }) => succeeded_late)
  const failed = sum(days, lost)
  const summary = words.summary({
    delivered: count.format(delivered),
    late: count.format(late),
    failed: count.format(failed),
  })
  if (delivered + failed === 0) return <p class="hint">{words.none}</p>
  return (
    <figure class="deliveries-plot">
      <figcaption>
        <span>
          <i class="swatch" /> <strong>{count.format(delivered)}</strong> {words.delivered}
        </span>
        {late > 0 && (
          <span>
            <i class="swatch late" /> <strong>{count.format(late)}</strong> {words.late}
          </span>
        )}
        <span>
          <i class="swatch lost" /> <strong>{count.format(failed)}</strong> {words.failed}
        </span>
      </figcaption>
      <Bars days={days} label={summary} isSmall={isSmall} />
      <div class="ends" aria-hidden="true">
        <span>{shortDay(days[0]!.date)}</span>
        <span>{shortDay(days.at(-1)!.date)}</span>
      </div>
      {!isSmall && <Figures days={days} />}
    </figure>
  )
}

const height = 90
const step = 20

function Bars({ days, label, isSmall }: { days: readonly DeliveryDay[]; label: string; isSmall: boolean }) {
  const most = Math.max(1, ...days.map(made))
  // A bar that is not zero stays visible beside high ones.
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height))
  return (
    <svg
      class={isSmall ? "bars small" : "bars"}
      viewBox={`0 0 ${days.length * step} ${height + 6}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map((day, at) => {
        const parts = [
          ["", day.succeeded - day.succeeded_late],
          ["late", day.succeeded_late],
          ["lost", lost(day)],
        ] as const
        let top = height + 6
        return (
          <g key={day.date}>
            {parts.map(([kind, count]) => {
              const size = tall(count)
              top -= size
              return (
                count > 0 && (
                  <rect key={kind} class={kind} x={at * step + 3} y={top} width={step - 6} height={size} />
                )
              )
            })}
          </g>
        )
      })}
    </svg>
  )
}

function Figures({ days }: { days: readonly DeliveryDay[] }) {
  const words = useWords().developers.chart
  return (
    <details>
      <summary>{words.figures}</summary>
      <Scrolled class="day-figures" label={words.figures}>
        <table>
          <thead>
            <tr>
              <th>{words.date}</th>
              <th>{words.delivered}</th>
              <th>{words.late}</th>
              <th>{words.failed}</th>
              <th>{words.waiting}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.date}>
                <th scope="row">{shortDay(day.date)}</th>
                <td>{day.succeeded}</td>
                <td>{day.succeeded_late}</td>
                <td>{lost(day)}</td>
                <td>{day.pending}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </details>
  )
}
