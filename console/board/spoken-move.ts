/** Reads out what a move is over, for those who do not see the board. */
import { useEffect, useRef } from "preact/hooks"
import { longDay } from "../formats.ts"
import { announce } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { Column } from "./columns.ts"
import { changesOf, type Moving, timeOfTarget } from "./moving.ts"
import { countText } from "./starts.ts"

export function useSpokenMove(moving: Moving | null, columns: readonly Column[]): void {
  const words = useWords().board
  const movedId = moving?.card.appointment.id ?? null
  const { column, start, isOverride } = moving?.target ?? {}
  useEffect(() => {
    if (moving) announce(words.moving({ name: moving.card.appointment.customer.name }))
  }, [movedId])
  const shown = columns[0] && `${columns[0].date} ${columns.at(-1)!.date}`
  const isKnown = moving !== null && moving.starts !== null
  const isTurned = useRef(shown)
  useEffect(() => {
    if (!isKnown || isTurned.current === shown) return
    isTurned.current = shown
    const all = [...moving.starts!.values()]
    const offered = all.reduce((sum, starts) => sum + starts.offered.length, 0)
    const isOfWindows = all.some((starts) => starts.isOfWindows)
    announce(
      words.shownNow({ day: longDay(columns[0]!.date), starts: countText(words, offered, isOfWindows) }),
    )
  }, [shown, isKnown])
  useEffect(() => {
    if (moving === null) isTurned.current = shown
  }, [shown, movedId])
  useEffect(() => {
    if (!column || start === undefined) return
    if (!moving?.target) return
    const at = `${timeOfTarget(moving.target, moving.card)}, ${column.provider.name}`
    const changes = changesOf({ ...moving, target: moving.target }, words)
    announce([at, ...changes, ...(isOverride ? [words.againstRules] : [])].join(". "))
  }, [column?.key, start])
}
