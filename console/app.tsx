/** The console: the sign-in for visitors, the second factor where the company demands one, and else the screens. */
import type { ComponentType } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { onSignedOut } from "./api/client.ts"
import { Fetched } from "./parts/fetched.tsx"
import { Failed } from "./parts/states.tsx"
import { go, useAddress } from "./router.ts"
import {
  forgetAll,
  readSessionAgain,
  type SignIn,
  signInPath,
  takeWanted,
  useSessionState,
} from "./session.ts"
import { Shell } from "./shell/shell.tsx"
import { forgottenPath, operatorPath, signUpPath } from "./sign-in/paths.ts"
import { passwordPath, SetPasswordPage } from "./sign-in/set-password-page.tsx"
import { SignInPage } from "./sign-in/sign-in-page.tsx"
import { EnrolPage } from "./you/enrol-page.tsx"

/** For people who are not signed in, or for no company. */
const openPages: Record<string, () => Promise<{ default: ComponentType }>> = {
  [forgottenPath]: () => import("./sign-in/forgotten-page.tsx"),
  [signUpPath]: () => import("./sign-in/sign-up-page.tsx"),
  [operatorPath]: () => import("./operator/operator-page.tsx"),
  // For developers: a build leaves it out.
  ...(import.meta.env.DEV ? { "/parts": () => import("./gallery/parts-page.tsx") } : {}),
}

export function App() {
  const { data: session, error } = useSessionState()
  const { path } = useAddress()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  const [chosen, setChosen] = useState<SignIn | null>(null)
  const hasArrived = path === signInPath && !!session
  useLayoutEffect(() => onSignedOut(forgetAll), [])
  useLayoutEffect(() => {
    if (session) setWasSignedIn(true)
  }, [session])
  useLayoutEffect(() => {
    if (hasArrived) go(takeWanted(), { replace: true })
  }, [hasArrived])

  /** Another user may be signed in in the browser in which the link was opened. */
  function signInWith(sent: SignIn): void {
    setChosen(sent)
    setWasSignedIn(false)
    forgetAll()
    go("/", { replace: true })
  }

  if (path === passwordPath) return <SetPasswordPage onDone={signInWith} />
  const open = openPages[path]
  if (open) return <Fetched key={path} load={open} />
  if (error) return <Failed error={error} retry={readSessionAgain} />
  if (session === undefined || hasArrived) return null
  if (session === null) return <SignInPage hasEnded={wasSignedIn} chosen={chosen} />
  return session.company === null ? <EnrolPage user={session.user} /> : <Shell />
}
