/** Columns drawn as SVG at the width that there is, so that their texts keep their size. The table beside them has each figure. */
import type { JSX } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

export interface PlotColumn {
  label: string
  /** One for each series; null where there is nothing to measure by. */
  values: readonly (number | null)[]
}

interface ColumnsProps {
  /** A screen reader's words in place of the plot. */
  spoken: string
  points: readonly PlotColumn[]
  series: readonly { label: string; hue: number }[]
  show(value: number): string
  /** The axis does not end below this. */
  least: number
  /** Writes each value over its column, where there are few. */
  isLabelled?: boolean
}

const height = 156
const top = 16
const bottom = 20
const start = 40
const roomOfLabel = 58

export function Columns({ spoken, points, series, show, least, isLabelled = false }: ColumnsProps) {
  const [box, width] = useWidth()
  const sums = points.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const most = niceEnd(Math.max(least, ...sums))
  const base = height - bottom
  const y = (value: number) => base - (value / most) * (base - top)
  const step = (width - start) / points.length
  const bar = Math.max(1, Math.min(44, step * 0.72))
  const every = Math.ceil(roomOfLabel / step)
  return (
    <div class="plot" ref={box}>
      {width > 0 && (
        <svg role="img" aria-label={spoken} width={width} height={height}>
          {[0, most / 2, most].map((value) => (
            <g key={value}>
              <path class="line" d={`M${start} ${Math.round(y(value)) + 0.5}H${width}`} />
              <text x={start - 6} y={y(value) + 4} text-anchor="end">
                {show(value)}
              </text>
            </g>
          ))}
          {points.map((point, at) => (
            <Column
              // Labels may repeat where dates are far apart.
              key={`${at} ${point.label}`}
              point={point}
              series={series}
              show={show}
              x={start + step * at + (step - bar) / 2}
              width={bar}
              y={y}
              label={
                at % every === 0 ? (
                  <text x={start + step * (at + 0.5)} y={height - 5} text-anchor="middle">
                    {point.label}
                  </text>
                ) : null
              }
              value={
                isLabelled ? (
                  <text class="value" x={start + step * (at + 0.5)} y={y(sums[at]!) - 4} text-anchor="middle">
                    {show(sums[at]!)}
                  </text>
                ) : null
              }
            />
          ))}
        </svg>
      )}
    </div>
  )
}

interface ColumnProps extends Pick<ColumnsProps, "series" | "show"> {
  point: PlotColumn
  x: number
  width: number
  y(value: number): number
  label: JSX.Element | null
  value: JSX.Element | null
}

function Column({ point, series, show, x, width, y, label, value }: ColumnProps) {
  let below = 0
  const parts = point.values.map((each, at) => {
    if (!each) return null
    const [from, to] = [y(below), y(below + each)]
    below += each
    return (
      <rect
        key={series[at]!.label}
        x={x}
        y={to}
        width={width}
        height={Math.max(1, from - to)}
        style={{ fill: fillOf(series[at]!.hue) }}
      />
    )
  })
  const said = series
    .map(({ label: name }, at) => ({ name, value: point.values[at] }))
    .filter((each) => each.value != null)
    .map((each) => (series.length > 1 ? `${each.name} ${show(each.value!)}` : show(each.value!)))
  return (
    <g>
      <title>{`${point.label}: ${said.join(", ") || "–"}`}</title>
      <rect class="reach" x={x} y={top} width={width} height={height - top - bottom} />
      {parts}
      {value}
      {label}
    </g>
  )
}

export const fillOf = (hue: number): string =>
  hue === 170 ? "var(--accent-line)" : `oklch(var(--type-bar-l) var(--type-bar-c) ${hue})`

/** A round number that is not below the value, and whose half is one too. */
function niceEnd(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  const ends = unit === 1 ? [1, 2, 4, 6, 8, 10] : [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
  return ends.map((times) => times * unit).find((end) => end >= value - unit / 1e9)!
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}
