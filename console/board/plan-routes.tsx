/** The visits of a planned day in their order, with the driving between them: on the map, and as a list for each provider. */
import type { ComponentChildren } from "preact"
import type { Answer } from "../api/client.ts"
import { fitted, MapGround, useMapFrame } from "../areas/map-ground.tsx"
import { type GeoPoint, pixelOf, pointOf } from "../areas/projection.ts"
import { Attribution, mapTiles } from "../areas/tile-layer.tsx"
import { appointmentFormats } from "../formats.ts"
import { useWords } from "../words/words.ts"
import { duration } from "./board-formats.ts"
import "../styles/areas.css"

type Plan = Answer<"previewPlan">["plan"]
type Route = Plan["routes"][number]

/** Neighbours among the hues differ well. */
const hueOf = (index: number) => `--hue: ${(index * 137) % 360}`

/** Nothing for a day without visits. `children` choose which plan is shown. */
export function PlanRoutes({ plan, children }: { plan: Plan; children?: ComponentChildren }) {
  const words = useWords().board
  const { time, span } = appointmentFormats(plan.timezone)
  const routes = plan.routes.filter(({ stops }) => stops.length > 0)
  if (routes.length === 0) return null
  return (
    <section class="plan-routes">
      <h3>{words.inOrder}</h3>
      {children}
      {routes.some((route) => geoPointsOf(route).length > 0) && <RouteMap routes={routes} />}
      {routes.map(({ provider, driving_minutes, stops }, index) => (
        <div key={provider.id} style={hueOf(index)}>
          <h4>
            <i aria-hidden="true" />
            {provider.name}
          </h4>
          <p class="hint">
            {words.routeDriving({ count: stops.length, driving: duration(driving_minutes) })}
          </p>
          <ol>
            {stops.map(({ appointment_id, customer, crew, start_time, window, drive_minutes }) => (
              <li key={appointment_id}>
                {time(start_time)} {customer.name}
                {crew && (
                  <span class="hint">
                    {" "}
                    {words.withOthers({ names: crew.map(({ name }) => name).join(", ") })}
                  </span>
                )}
                {window && <span class="hint"> {span(window)}</span>}
                <span class="hint"> {words.afterDriving({ driving: duration(drive_minutes) })}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

const geoPointsOf = ({ start_point: start, stops }: Route): GeoPoint[] =>
  [start, ...stops.map(pointOf), start].filter((point) => point !== null)

/** The list beside it says the same. */
function RouteMap({ routes }: { routes: readonly Route[] }) {
  const { frame, size } = useMapFrame({ width: 360, height: 260 })
  const view = fitted(routes.flatMap(geoPointsOf), size)
  const at = (point: GeoPoint) => pixelOf(point, view, size)
  const lineOf = (route: Route) =>
    geoPointsOf(route)
      .map((point) =>
        at(point)
          .map((part) => part.toFixed(1))
          .join(","),
      )
      .join(" ")
  return (
    <div ref={frame} class="area-map route-map">
      <MapGround {...{ view, size }} />
      <svg class="routes" width={size.width} height={size.height} aria-hidden="true">
        {routes.map((route, index) => (
          <g key={route.provider.id} style={hueOf(index)}>
            <polyline points={lineOf(route)} />
            {route.stops.map((stop, nth) => {
              const point = pointOf(stop)
              if (point === null) return null
              const [x, y] = at(point)
              return (
                <g key={stop.appointment_id}>
                  <circle cx={x} cy={y} r="9" />
                  <text x={x} y={y + 4} text-anchor="middle">
                    {nth + 1}
                  </text>
                </g>
              )
            })}
          </g>
        ))}
      </svg>
      {mapTiles && <Attribution parts={mapTiles.attribution} />}
    </div>
  )
}
