/**
 * Short notices at the foot of the screen, read out when they appear, with Undo where the change can really be
 * undone.
 */
import { useLayoutEffect, useState } from "preact/hooks"
import { CloseButton } from "../parts/dialog.tsx"
import { useWords } from "../words/words.ts"

export interface Notice {
  text: string
  undo?: () => void
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
    // A way back stays until it is used, closed or replaced.
    if (!notice || notice.undo) return
    const timer = setTimeout(() => present?.id === notice.id && notify(null), shownMs)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div class="notices" role="status">
      {notice && (
        <div class="notice">
          <p>{notice.text}</p>
          {notice.undo && (
            <button
              type="button"
              class="button"
              onClick={() => {
                notice.undo?.()
                notify(null)
              }}
            >
              {words.undo}
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
