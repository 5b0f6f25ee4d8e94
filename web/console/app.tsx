/** The console: the sign-in for visitors, the second factor where the company demands one, and else the screens. */
import { useEffect, useState } from "preact/hooks"
import { onSignedOut } from "./api/client.ts"
import { Failed } from "./parts/states.tsx"
import { forgetAll, readSessionAgain, useSessionState } from "./session.ts"
import { Shell } from "./shell/shell.tsx"
import { SignInPage } from "./sign-in/sign-in-page.tsx"
import { EnrolPage } from "./you/enrol-page.tsx"

export function App() {
  const { data: session, error } = useSessionState()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  useEffect(() => onSignedOut(forgetAll), [])
  useEffect(() => {
    if (session) setWasSignedIn(true)
  }, [session])
  if (error) return <Failed error={error} retry={readSessionAgain} />
  if (session === undefined) return null
  if (session === null) return <SignInPage hasEnded={wasSignedIn} />
  return session.company === null ? <EnrolPage user={session.user} /> : <Shell />
}
