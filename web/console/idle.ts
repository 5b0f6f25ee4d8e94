/**
 * Signs out where nobody works any more. The service ends a session that is not used, but an open page uses it: it follows the
 * events and reads again what has changed. Pages of one browser count together.
 */
import { useLayoutEffect } from "preact/hooks"
import { type Session, signOut } from "./session.ts"

const usedKey = "appointed.console.used"
const lookEveryMs = 20_000
const usualMinutes = 12 * 60

export function useIdleEnd({ user, company }: Session): void {
  const shorter = user.role === "admin" ? company?.sign_in.admin_sessions?.idle_minutes : undefined
  const minutes = shorter ?? usualMinutes
  useLayoutEffect(() => {
    const note = () => localStorage.setItem(usedKey, String(Date.now()))
    const look = setInterval(() => {
      const idleMs = Date.now() - Number(localStorage.getItem(usedKey))
      // Without a line nothing can be ended there; the service does so by itself.
      if (idleMs > minutes * 60_000) signOut().catch(() => undefined)
    }, lookEveryMs)
    note()
    addEventListener("pointerdown", note)
    addEventListener("keydown", note)
    return () => {
      clearInterval(look)
      removeEventListener("pointerdown", note)
      removeEventListener("keydown", note)
    }
  }, [minutes])
}
