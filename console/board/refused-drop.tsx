/**
 * A refused drop: one sentence at the place of the drop says why, what stands there and which times are near. The
 * card is already back at its old place.
 */

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { CloseButton } from "../parts/dialog.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { meets } from "../parts/spans.ts"
import { failureText } from "../parts/states.tsx"
import { useKeys } from "../shell/keys.tsx"
import { announce } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { isMovable } from "./board-data.ts"
import { dateAt, timeAt } from "./board-formats.ts"
import { type Card, type Column, instantOf } from "./columns.ts"
import type { RefusedDrop, Target } from "./moving.ts"
import { nearestTargets, timeOfCard, timeOfTarget } from "./moving.ts"
import { startsInColumn, startsOf } from "./starts.ts"
import { SwapRow, useSwapHere } from "./swap-row.tsx"
import { whereMended } from "./where-mended.ts"
import { firstReason, isDecisive } from "./why-first.ts"
import { Mend } from "./why-not.tsx"

interface RefusedDropProps {
  refused: RefusedDrop
  columns: readonly Column[]
  onTake(target: Target): void
  /** Moves what stands there instead. */
  onMoveOther(card: Card, column: Column): void
  onClose(): void
}

const gapPx = 10

export function RefusedDropNote({ refused, columns, onTake, onMoveOther, onClose }: RefusedDropProps) {
  const words = useWords().board
  const { card, from, minute } = refused
  // The obstacle may be newer than what the board shows.
  const column = columns.find(({ key }) => key === refused.column.key) ?? refused.column
  const [showsAll, setShowsAll] = useState(false)
  const { appointment } = card
  const { data, error } = useQuery({
    queryKey: ["explain-move", appointment.id, appointment.version, column.key, minute] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.explainSlots(
        {
          appointment_id: appointment.id,
          provider_id: column.provider.id,
          location_id: column.location.id,
          start_time: instantOf(minute),
          // Reasons that staff may override are left out: they did not refuse the drop.
          override_eligibility: true,
        },
        { signal },
      ),
  })
  const { data: found } = useQuery(
    startsOf({
      appointment_id: appointment.id,
      start_date: column.date,
      end_date: addDays(column.date, 1),
      all_starts: true,
    }),
  )
  const other = standingAt({ ...refused, column })
  const reasons = data?.starts[0]?.reasons ?? []
  const deciding = reasons.find(isDecisive)
  const asked = {
    typeId: appointment.appointment_type_id,
    providerId: column.provider.id,
    locationId: column.location.id,
  }
  const said = deciding
    ? deciding.message
    : other && data
      ? words.isWith({
          provider: column.provider.name,
          customer: other.appointment.customer.name,
          ...spanOf(other, column),
        })
      : firstReason(reasons)?.message || (refused.said ?? (error ? failureText(error) : ""))
  const starts = found && new Map(columns.map((each) => [each.key, startsInColumn(found, each, card)]))
  const near = starts ? nearestTargets(columns, starts, refused) : []
  const take = (target: Target) => {
    onClose()
    onTake(target)
  }
  const swap = useSwapHere(
    { card, column: from },
    deciding || !other ? null : { card: other, column },
    onClose,
  )
  /** The key of the first near time: before it stands the swap. */
  const first = swap ? 2 : 1
  useKeys([
    ...(swap?.run ? [{ key: "1", does: words.swap, run: swap.run }] : []),
    ...near.map((target, at) => ({
      key: String(at + first),
      does: words.take({ place: at + first }),
      run: () => take(target),
    })),
    { key: "w", does: words.allReasons, run: () => setShowsAll(!showsAll) },
    { key: "Escape", does: words.closeNote, run: onClose },
  ])
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => layBeside(note.current!, column.key), [said, near.length, showsAll, swap])
  useLayoutEffect(() => note.current!.focus(), [])
  useLayoutEffect(() => {
    if (said) announce(said)
  }, [said])
  return (
    <div ref={note} class="refused-drop" role="dialog" aria-label={words.notThere} tabIndex={-1}>
      <h3>
        <Icon name="warning" />
        <span>{said || words.lookingWhy}</span>
      </h3>
      <p class="hint">
        {words.staysAt({
          customer: appointment.customer.name,
          time: `${dateAt(from.location, card.start)}, ${timeOfCard(card, from)}`,
          provider: from.provider.name,
        })}
      </p>
      {showsAll && (
        <ul class="all-reasons">
          {reasons.map(({ code, message, lift }) => (
            <li key={code}>
              {message} <span class="hint">{lift}</span>{" "}
              <Mend href={whereMended(code, { ...asked, customerId: card.appointment.customer.id })} />
            </li>
          ))}
        </ul>
      )}
      {(swap || near.length > 0) && (
        <ol>
          {swap && (
            <li>
              <SwapRow swap={swap} />
            </li>
          )}
          {near.map((target, at) => (
            <li key={target.column.key}>
              <button type="button" class="near-row" onClick={() => take(target)}>
                <KeyCap of={String(at + first)} />
                <b>{timeOfTarget(target, card)}</b>
                <span>{target.column.provider.name}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {starts && near.length === 0 && <p class="hint">{words.nothingNear}</p>}
      <footer>
        {other && !deciding && isMovable(other.appointment) && (
          <button type="button" class="button" onClick={() => onMoveOther(other, column)}>
            {words.moveOther({ customer: other.appointment.customer.name })}
          </button>
        )}
        <button
          type="button"
          class="button plain"
          aria-expanded={showsAll}
          {...pressedBy("w")}
          onClick={() => setShowsAll(!showsAll)}
        >
          {words.allReasons} <KeyCap of="W" />
        </button>
        <span class="gap" />
        <CloseButton onClick={onClose} />
      </footer>
    </div>
  )
}

/** The live appointment that the dropped one would meet. */
function standingAt({ card, column, minute }: RefusedDrop): Card | undefined {
  const fallen = [minute, minute + card.end - card.start] as const
  return column.cards.find(
    (each) =>
      each.appointment.id !== card.appointment.id &&
      each.appointment.status !== "cancelled" &&
      meets([each.start, each.end], fallen),
  )
}

const spanOf = ({ start, end }: Card, { location }: Column) => ({
  from: timeAt(location, start),
  to: timeAt(location, end),
})

/** Beside the column where it fell, so that neither card is covered; on a phone it lies at the bottom. */
function layBeside(note: HTMLElement, columnKey: string): void {
  const frame = note.offsetParent?.getBoundingClientRect()
  const print = document.querySelector(".fallen")?.getBoundingClientRect()
  const column = document.querySelector(`[data-column="${columnKey}"]`)?.getBoundingClientRect()
  if (!frame || !print || !column) return
  const { offsetWidth: width, offsetHeight: height } = note
  const right = column.right - frame.left + gapPx
  const fitsRight = right + width <= frame.width
  const left = fitsRight ? right : Math.max(gapPx, column.left - frame.left - gapPx - width)
  const top = Math.min(Math.max(print.top - frame.top - 20, gapPx), frame.height - height - gapPx)
  note.style.setProperty("--left", `${left}px`)
  note.style.setProperty("--top", `${Math.max(gapPx, top)}px`)
}
