/**
 * Short notices at the foot of the screen, read out when they appear, with Undo where the change can really be
 * undone.
 */
import { useLayoutEffect, useState } from "preact/hooks"
import { CloseButton } from "../parts/dialog.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { useWords } from "../words/words.ts"
import { useKeys } from "./keys.tsx"

export interface Notice {
  text: string
  undo?: () => void
  /** The way back is over after so many milliseconds; left out, it stays until it is used, closed or replaced. */
  undoMs?: number
}

const shownMs = 8_000
let present: (Notice & { id: number }) | null = null
let made = 0
const listeners = new Set<() => void>()

/** Shows a notice in place of an earlier one; null takes it away. */
export function notify(notice: Notice | null): void {
  made += 1
  present = notice && { ...notice, id: made }
  for (const listener of listeners) listener()
}

export function Notices() {
  const words = useWords().shell
  const [notice, setNotice] = useState(present)
  useLayoutEffect(() => {
    const follow = () => setNotice(present)
    listeners.add(follow)
    return () => {
      listeners.delete(follow)
    }
  }, [])
  useLayoutEffect(() => {
    const lastsMs = notice?.undo ? notice.undoMs : shownMs
    if (!notice || lastsMs === undefined) return
    const timer = setTimeout(() => present?.id === notice.id && notify(null), lastsMs)
    return () => clearTimeout(timer)
  }, [notice])
  const undo = notice?.undo
  const takeBack = () => {
    undo?.()
    // A notice that replaced it stays.
    if (present?.id === notice?.id) notify(null)
  }
  useKeys(undo ? [{ key: "u", does: words.undo, run: takeBack }] : [])
  return (
    <div class="notices" role="status">
      {notice && (
        <div class="notice">
          <p>{notice.text}</p>
          {undo && (
            <button type="button" class="button" onClick={takeBack} {...pressedBy("u")}>
              {words.undo} <KeyCap of="U" />
            </button>
          )}
          <CloseButton onClick={() => notify(null)} />
        </div>
      )}
    </div>
  )
}

let announcer: HTMLElement | null = null

/** Reads a text out without showing it: what a drag is over, what a key has done. */
export function announce(text: string): void {
  if (announcer) announcer.textContent = text
}

export function Announcer() {
  return (
    <div
      class="said"
      aria-live="assertive"
      ref={(element) => {
        announcer = element
      }}
    />
  )
}
