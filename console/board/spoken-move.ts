/** Reads out what a move is over, for those who do not see the board. */
import { useEffect } from "preact/hooks"
import { announce } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { timeAt } from "./board-formats.ts"
import type { Moving } from "./moving.ts"

export function useSpokenMove(moving: Moving | null): void {
  const words = useWords().board
  const movedId = moving?.card.appointment.id ?? null
  const { column, start, isOverride } = moving?.target ?? {}
  useEffect(() => {
    if (moving) announce(words.moving(moving.card.appointment.customer.name))
  }, [movedId])
  useEffect(() => {
    if (!column || start === undefined) return
    const at = `${timeAt(column.location, start)}, ${column.provider.name}`
    announce(isOverride ? `${at}. ${words.againstRules}` : at)
  }, [column?.key, start])
}
