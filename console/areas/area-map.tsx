/** The map: the outline of the land, tiles over it where the operator names a server, the area of the location that is chosen, and the others'. Fields beside it do the same by key. */
import { useLayoutEffect, useState } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { isGeoPoint } from "./area-data.ts"
import { fitted, MapGround, settled, useMapFrame } from "./map-ground.tsx"
import {
  type FlatPoint,
  type GeoPoint,
  geoPointAt,
  type MapView,
  pixelOf,
  type Size,
  zoomed,
} from "./projection.ts"
import { ReachShapes } from "./reach-shapes.tsx"
import { Attribution, mapTiles } from "./tile-layer.tsx"
import { pointsInView, type Reach } from "./travel-limits.ts"

interface AreaMapProps {
  /** The rings of the chosen location. */
  rings: readonly (readonly GeoPoint[])[]
  centre: GeoPoint | null
  /** Corners that can be moved; empty where there are none. */
  corners: readonly GeoPoint[]
  others: readonly { name: string; rings: readonly (readonly GeoPoint[])[]; point: GeoPoint | null }[]
  /** How far the location's providers go. */
  reaches: readonly Reach[]
  pointedAt: number | null
  tried: GeoPoint | null
  /** The action of a press on the map. */
  onPress: ((place: GeoPoint) => void) | null
  onMoveCorner(index: number, place: GeoPoint): void
  /** The map shows everything anew when this changes. */
  fitsTo: string
}

const zoomStep = mapTiles ? 2 : 1.6

type Held =
  | { kind: "map"; from: FlatPoint; view: MapView; hasMoved: boolean }
  | { kind: "corner"; index: number }

export function AreaMap(props: AreaMapProps) {
  const { rings, centre, corners, others, reaches, pointedAt, tried, onPress, onMoveCorner, fitsTo } = props
  const words = useWords().areas
  const { frame, size } = useMapFrame({ width: 800, height: 520 })
  const shownGeoPoints = () => [...rings.flat(), ...(centre ? [centre] : []), ...pointsInView(reaches)]
  const [view, setView] = useState(() => fitted(shownGeoPoints(), size))
  const [held, setHeld] = useState<Held | null>(null)
  const fit = () => setView(fitted(shownGeoPoints(), size))
  // Adding a corner does not change the view, so the map stays still while an area is drawn.
  useLayoutEffect(fit, [fitsTo, size.width])

  const pointAt = (event: PointerEvent): FlatPoint => {
    const box = frame.current!.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const move = (event: PointerEvent) => {
    const [x, y] = pointAt(event)
    if (held?.kind === "corner") onMoveCorner(held.index, geoPointAt([x, y], view, size))
    if (held?.kind === "map") {
      const [fromX, fromY] = held.from
      if (!held.hasMoved && Math.hypot(x - fromX, y - fromY) < 4) return
      setHeld({ ...held, hasMoved: true })
      setView({
        ...held.view,
        x: held.view.x - (x - fromX) / view.scale,
        y: held.view.y - (y - fromY) / view.scale,
      })
    }
  }
  const release = (event: PointerEvent) => {
    if (held?.kind === "map" && !held.hasMoved) onPress?.(geoPointAt(pointAt(event), view, size))
    setHeld(null)
  }
  const pathOf = (ringsOfOne: readonly (readonly GeoPoint[])[]) =>
    ringsOfOne
      .filter((ring) => ring.length > 1)
      .map(
        (ring) =>
          `M${ring
            .map((place) =>
              pixelOf(place, view, size)
                .map((part) => part.toFixed(1))
                .join(" "),
            )
            .join("L")}Z`,
      )
      .join("")
  return (
    <div ref={frame} class={onPress ? "area-map draws" : "area-map"}>
      <MapGround {...{ view, size }} />
      <svg
        class="map-shapes"
        width={size.width}
        height={size.height}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const corner = (event.target as Element).getAttribute("data-corner")
          setHeld(
            corner === null
              ? { kind: "map", from: pointAt(event), view, hasMoved: false }
              : { kind: "corner", index: Number(corner) },
          )
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => setHeld(null)}
      >
        {others.map(({ name, rings: theirs, point }) => (
          <g key={name} class="other">
            <path d={pathOf(theirs)} />
            {point && <Pin place={point} name={name} {...{ view, size }} />}
          </g>
        ))}
        <g class="own">
          <path d={pathOf(rings)} fill-rule="evenodd" />
          {centre && <Pin place={centre} name="" {...{ view, size }} />}
          {corners.map((corner, index) => {
            if (!isGeoPoint(corner)) return null
            const [x, y] = pixelOf(corner, view, size)
            return <circle key={index} data-corner={index} class="corner" cx={x} cy={y} r="7" />
          })}
        </g>
        <ReachShapes {...{ reaches, pointedAt, view, size, pathOf }} />
        {tried && (
          <g class="tried">
            <Pin place={tried} name="" {...{ view, size }} />
          </g>
        )}
      </svg>
      {mapTiles && <Attribution parts={mapTiles.attribution} />}
      <div class="zoom">
        <button
          type="button"
          class="button icon-only"
          aria-label={words.closer}
          onClick={() => setView(settled(zoomed(view, zoomStep)))}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          class="button icon-only"
          aria-label={words.further}
          onClick={() => setView(settled(zoomed(view, 1 / zoomStep)))}
        >
          <Icon name="minus" />
        </button>
        <button type="button" class="button icon-only" aria-label={words.whole} onClick={fit}>
          <Icon name="map" />
        </button>
      </div>
    </div>
  )
}

function Pin({ place, name, view, size }: { place: GeoPoint; name: string; view: MapView; size: Size }) {
  const [x, y] = pixelOf(place, view, size)
  return (
    <>
      <circle class="pin" cx={x} cy={y} r="5" />
      {name !== "" && (
        <text x={x + 9} y={y + 4}>
          {name}
        </text>
      )}
    </>
  )
}
