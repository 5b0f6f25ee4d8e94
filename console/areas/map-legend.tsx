/** The meaning of the map's lines and marks, for those that it shows. */
import { useWords } from "../words/words.ts"

const marks = ["own", "other", "reach", "comes", "stays", "start", "tried"] as const
type Mark = (typeof marks)[number]

export function MapLegend({ shows }: { shows: Record<Mark, boolean> }) {
  const words = useWords().areas
  const shown = marks.filter((mark) => shows[mark])
  if (shown.length === 0) return null
  return (
    <ul class="map-legend" aria-label={words.legend}>
      {shown.map((mark) => (
        <li key={mark}>
          <Swatch mark={mark} />
          {words.legends[mark]}
        </li>
      ))}
    </ul>
  )
}

/** The classes of the map's own shapes, so that both look alike. */
const classes: Record<Mark, string> = {
  own: "own",
  other: "other",
  reach: "reach",
  comes: "reach comes",
  stays: "reach stays",
  start: "reach",
  tried: "tried",
}

function Swatch({ mark }: { mark: Mark }) {
  return (
    <svg class="map-shapes" width="24" height="14" aria-hidden="true">
      <g class={classes[mark]}>
        {mark === "start" ? (
          <rect class="start" x="7.5" y="2.5" width="9" height="9" transform="rotate(45 12 7)" />
        ) : mark === "tried" ? (
          <circle class="pin" cx="12" cy="7" r="5" />
        ) : (
          <path d={mark === "own" || mark === "other" ? "M2 2H22V12H2Z" : "M1 7H23"} />
        )}
      </g>
    </svg>
  )
}
