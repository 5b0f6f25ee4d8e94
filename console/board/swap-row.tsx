/** "Swap these two?": where each would be, at the place where one was dropped on the other, and in a list of all others. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { useWords } from "../words/words.ts"
import { dateAt, timeAt } from "./board-formats.ts"
import { useNow } from "./now.ts"
import { isSwappable, type Swapped, useSwap, whyNeverAt } from "./swapping.ts"

export interface SwapHere {
  said: string
  hint: string
  /** Left out while it cannot be done. */
  run: (() => void) | undefined
}

/** The swap of the dropped visit with the one that stands there; null where it is not offered. */
export function useSwapHere(dropped: Swapped, other: Swapped | null, onDone: () => void): SwapHere | null {
  const words = useWords().board
  const swap = useSwap(onDone)
  const now = useNow()
  const isOffered = other !== null && isSwappable(dropped.card, now) && isSwappable(other.card, now)
  const pair = [dropped.card, other?.card].map(
    (card) => `${card?.appointment.id} ${card?.appointment.version}`,
  )
  const { data, error } = useQuery({
    queryKey: ["explain-swap", ...pair] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await whyNeverAt(dropped.card, other!, signal)) ??
      (await whyNeverAt(other!.card, dropped, signal)) ??
      "",
    enabled: isOffered,
  })
  if (!isOffered) return null
  const { refused } = swap
  const isRefused = Boolean(data) || (refused !== null && !refused.isRule)
  const hint = (data || refused?.said) ?? words.nobodyToldYet
  return {
    said: [lineOf(dropped, other, words), lineOf(other, dropped, words)].join("; "),
    hint: refused?.isRule ? `${hint} ${words.againstRules}.` : hint,
    run: isRefused || (data === undefined && !error) ? undefined : () => swap.run(dropped.card, other.card),
  }
}

/** "Sam Poe 12:00 PM with Ben Okafor", on another day with its date. */
function lineOf(
  { card: { appointment, start } }: Swapped,
  { card, column }: Swapped,
  words: ReturnType<typeof useWords>["board"],
): string {
  const isSameDay = dateAt(column.location, card.start) === dateAt(column.location, start)
  const time = timeAt(column.location, card.start)
  return words.swapLine({
    customer: appointment.customer.name,
    time: isSameDay ? time : `${dateAt(column.location, card.start)}, ${time}`,
    provider: column.provider.name,
  })
}

export function SwapRow({ swap: { said, hint, run } }: { swap: SwapHere }) {
  const words = useWords().board
  return (
    <button type="button" class="near-row swap-row" disabled={!run} onClick={run}>
      <KeyCap of="1" />
      <b>{words.swapQuestion}</b>
      <span>{said}</span>
      <small class="hint">{hint}</small>
    </button>
  )
}

interface SwapChoiceProps {
  own: Swapped
  others: readonly Swapped[]
  onClose(): void
}

/** The visits of the shown days with which one can change places, for the keyboard and the panel. */
export function SwapChoice({ own, others, onClose }: SwapChoiceProps) {
  const words = useWords().board
  const swap = useSwap(onClose)
  const { refused } = swap
  const section = useRef<HTMLElement>(null)
  // The button that was pressed stays, but the next press is for one of these.
  useLayoutEffect(() => section.current!.querySelector<HTMLElement>("ol button, button")!.focus(), [])
  return (
    <section ref={section} class="swap-choice">
      <h3>{words.swapWhom}</h3>
      <p class="hint">{words.nobodyToldYet}</p>
      {others.length === 0 && <p>{words.swapNobody}</p>}
      {refused && (
        <p class="refused" role="alert">
          <Icon name="warning" /> {refused.said} {refused.isRule && `${words.againstRules}.`}
        </p>
      )}
      <ol>
        {others.map((other) => (
          <li key={other.card.appointment.id}>
            <button
              type="button"
              class="near-row"
              disabled={swap.isRunning}
              onClick={() => swap.run(own.card, other.card)}
            >
              <b>{timeAt(other.column.location, other.card.start)}</b>
              <span>{other.card.appointment.customer.name}</span>
              <small class="hint">{other.column.provider.name}</small>
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="button" onClick={onClose}>
        {words.closeNote}
      </button>
    </section>
  )
}
