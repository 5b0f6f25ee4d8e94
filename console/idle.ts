/** Signs out where no one is at work, as the service ends a session of which only unattended pages make use. */
import { useLayoutEffect } from "preact/hooks"
import { noteUse, untouchedMs } from "./attended.ts"
import { type Session, signOut } from "./session.ts"

const lookEveryMs = 20_000
const usualMinutes = 12 * 60

export function useIdleEnd({ user, company }: Session): void {
  const shorter = user.role === "admin" ? company?.sign_in.admin_sessions?.idle_minutes : undefined
  const minutes = shorter ?? usualMinutes
  useLayoutEffect(() => {
    const look = setInterval(() => {
      // Without a connection the sign-out cannot be sent; the service then ends the session on its own.
      if (untouchedMs() > minutes * 60_000) signOut().catch(() => undefined)
    }, lookEveryMs)
    noteUse()
    addEventListener("pointerdown", noteUse)
    addEventListener("keydown", noteUse)
    return () => {
      clearInterval(look)
      removeEventListener("pointerdown", noteUse)
      removeEventListener("keydown", noteUse)
    }
  }, [minutes])
}
