/** How far providers go, on the map: a circle as the crow flies, and where it is measured from. */
import { shownDistance } from "../distances.ts"
import { useWords, type Words } from "../words/words.ts"
import { type GeoPoint, type MapView, pixelOf, type Size } from "./projection.ts"
import type { Reach } from "./travel-limits.ts"

interface ReachShapesProps {
  reaches: readonly Reach[]
  /** A provider who is pointed at in the list beside the map. */
  pointedAt: number | null
  view: MapView
  size: Size
  pathOf(rings: readonly (readonly GeoPoint[])[]): string
}

export function ReachShapes({ reaches, pointedAt, view, size, pathOf }: ReachShapesProps) {
  const words = useWords().areas
  return (
    <>
      {reaches.map(({ key, ids, names, from, start, ring, km, comes }) => {
        const [x, y] = pixelOf(start, view, size)
        // Providers who come are named above their circle and those who do not below it, since two circles may
        // coincide.
        const rim = ring.map((place) => pixelOf(place, view, size)[1])
        const isBelow = comes === false
        const rimY = isBelow ? Math.max(...rim) + 15 : Math.min(...rim) - 6
        const label = whoAndHowFar(names, km, words)
        const state = comes === null ? "" : comes ? " comes" : " stays"
        const isPointedAt = pointedAt !== null && ids.includes(pointedAt)
        return (
          <g key={key} class={`reach${state}${isPointedAt ? " pointed-at" : ""}`}>
            <path d={pathOf([ring])} />
            {from === "own_start" && (
              <rect
                class="start"
                x={x - 4.5}
                y={y - 4.5}
                width="9"
                height="9"
                transform={`rotate(45 ${x} ${y})`}
              />
            )}
            {km === null ? (
              <text x={x + 10} y={y + 4}>
                {label}
              </text>
            ) : (
              <text x={x} y={rimY} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** `Ana, Ben · 20 km`, or `Ana and 3 more`. */
function whoAndHowFar(names: readonly string[], km: number | null, words: Words["areas"]): string {
  const [name = "", ...others] = names
  const who = others.length > 1 ? words.andMore({ name, count: others.length }) : names.join(", ")
  return km === null ? who : `${who} · ${shownDistance(km)}`
}
