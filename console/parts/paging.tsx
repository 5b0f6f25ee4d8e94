/** From one page of a list to the next, and back to its first. The page's cursor is in the address. */
import { goWithQuery } from "../router.ts"

interface PagingProps {
  /** The cursor of the page in view; null on the first one. */
  cursor: string | null
  /** The cursor of the page after it; null on the last one. */
  next: string | null
  words: { first: string; more: string }
  /** Stands at the foot of a card. */
  isFoot?: boolean
  onMore?(next: string): void
}

export function Paging({
  cursor,
  next,
  words,
  isFoot = false,
  onMore = (to) => goWithQuery({ cursor: to }),
}: PagingProps) {
  if (cursor === null && next === null) return null
  return (
    <div class={isFoot ? "row foot" : "row"}>
      {cursor !== null && (
        <button type="button" class="button" onClick={() => goWithQuery({ cursor: null })}>
          {words.first}
        </button>
      )}
      {next !== null && (
        <button type="button" class="button" onClick={() => onMore(next)}>
          {words.more}
        </button>
      )}
    </div>
  )
}
