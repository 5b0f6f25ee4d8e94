/** The marks of a card besides its words: its other parts, the waiting time in which the provider is free, and the joint to the rest of a visit. */
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { duration } from "./board-formats.ts"
import type { CardPart, PartInVisit } from "./card-parts.ts"

interface PartsProps {
  parts: readonly CardPart[]
  /** The start of the card. */
  start: number
  name: string
  pxPerMinute: number
}

/** All parts but the first with the provider, which holds the card's own words. */
export function OtherParts({ parts, start, name, pxPerMinute }: PartsProps) {
  const words = useWords().board
  const main = parts.find(({ staffed }) => staffed)
  return parts.map((part) => {
    if (part === main) return null
    const length = duration(part.end - part.start)
    const box = boxOf(part, start, pxPerMinute)
    return part.staffed ? (
      <span key={part.start} class="part" aria-hidden="true" style={box}>
        <b>{name}</b>
        {part.name && <span>{part.name}</span>}
      </span>
    ) : (
      <span key={part.start} class="part free" aria-hidden="true" style={box}>
        <span>{part.name ? `${part.name}, ${length}` : words.freeFor({ length })}</span>
      </span>
    )
  })
}

export const boxOf = ({ start: from, end }: CardPart, start: number, pxPerMinute: number) => ({
  "--from": `${(from - start) * pxPerMinute}px`,
  "--long": `${(end - from) * pxPerMinute}px`,
})

/** A rail with beads to what stands in the same column, a round mark to what is with somebody else. */
export function Joint({ place }: { place: PartInVisit }) {
  const isAway = place.after === "elsewhere" || place.before === "elsewhere"
  const ends = [place.before === "here" ? "up" : "", place.after === "here" ? "down" : ""].join(" ")
  return (
    <>
      {ends.trim() !== "" && <i class={`joint ${ends}`} aria-hidden="true" />}
      {isAway && (
        <i class={place.after === "elsewhere" ? "joint-away end" : "joint-away"} aria-hidden="true">
          <Icon name="link" small />
        </i>
      )}
    </>
  )
}
