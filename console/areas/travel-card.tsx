/** The providers who set out from a location, and how far each goes: what the circles on the map say, in words. */
import { shownDistance } from "../distances.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import type { Traveller } from "./travel-limits.ts"

interface TravelCardProps {
  travellers: readonly Traveller[]
  locationName: string
  /** Driving times are judged too. */
  drives: boolean
  onPoint(id: number | null): void
}

export function TravelCard({ travellers, locationName, drives, onPoint }: TravelCardProps) {
  const words = useWords().areas
  const measuredFrom = { own_start: words.ownStart, location: locationName, unknown_start: locationName }
  return (
    <section class="card" aria-labelledby="travel-limits">
      <header>
        <h2 id="travel-limits">{words.limits}</h2>
      </header>
      <ul class="rows">
        {travellers.map(({ id, name, from, km }) => (
          <li key={id} onPointerEnter={() => onPoint(id)} onPointerLeave={() => onPoint(null)}>
            <div>
              <a
                href={hrefOf(`/settings/providers/${id}`)}
                onFocus={() => onPoint(id)}
                onBlur={() => onPoint(null)}
              >
                {name}
              </a>
              <p class="hint">
                {km === null
                  ? words.noLimit({ from: measuredFrom[from] })
                  : words.limit({ distance: shownDistance(km), from: measuredFrom[from] })}
              </p>
              {from === "unknown_start" && <p class="hint">{words.unknownStart}</p>}
            </div>
          </li>
        ))}
      </ul>
      <footer class="hint">{drives ? words.limitsAndDriving : words.limitsHold}</footer>
    </section>
  )
}
