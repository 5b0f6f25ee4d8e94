/** The ground of every map of the console: the outline of the land, with tiles over it where the operator names a server. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { outline } from "./outline.ts"
import { type GeoPoint, type MapView, type Size, viewOf, worldSize, zoomed } from "./projection.ts"
import { mapTiles, TileLayer } from "./tile-layer.tsx"
import { sharp } from "./tiles.ts"

/** Tiles are sharp only at the scales at which they were drawn. */
export const settled = (view: MapView) => (mapTiles ? sharp(view) : view)

/** Tiles may take most of the room that a view leaves around the points: their next smaller scale is half as large. */
export const fitted = (points: readonly GeoPoint[], size: Size) =>
  settled(zoomed(viewOf(points, size), mapTiles ? 1.2 : 1))

/** The size of a map's element as it is on the screen; `first` until it stands there. */
export function useMapFrame(first: Size) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(first)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      setSize({ width, height })
    })
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  return { frame, size }
}

export function MapGround({ view, size }: { view: MapView; size: Size }) {
  const { data: land } = useQuery({
    queryKey: ["outline"],
    queryFn: outline,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const transform = `translate(${size.width / 2} ${size.height / 2}) scale(${view.scale}) translate(${-view.x} ${-view.y})`
  return (
    <>
      <svg width={size.width} height={size.height} aria-hidden="true" class="land">
        {land && (
          <g transform={transform}>
            <rect x={-worldSize} y={-worldSize} width={3 * worldSize} height={3 * worldSize} class="sea" />
            <path d={land.countries} class="country" />
            {view.scale > 1.2 && <path d={land.counties} class="county" />}
            <path d={land.states} class="state" />
          </g>
        )}
      </svg>
      {mapTiles && <TileLayer tiles={mapTiles} {...{ view, size }} />}
    </>
  )
}
