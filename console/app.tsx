/** The console: the sign-in for visitors, the second factor where the company demands one, and else the screens. */
import type { ComponentType } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { onSignedOut } from "./api/client.ts"
import { later } from "./parts/later.tsx"
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
import { forgottenPath, operatorPath, passwordPath, signUpPath } from "./sign-in/paths.ts"

const SignInPage = later(async () => (await import("./sign-in/sign-in-page.tsx")).SignInPage)
const SetPasswordPage = later(async () => (await import("./sign-in/set-password-page.tsx")).SetPasswordPage)
const EnrolPage = later(async () => (await import("./you/enrol-page.tsx")).EnrolPage)

const page = (load: () => Promise<{ default: ComponentType }>) => later(async () => (await load()).default)

/** For people who are not signed in, or for no company. */
const openPages: Record<string, ComponentType> = {
  [forgottenPath]: page(() => import("./sign-in/forgotten-page.tsx")),
  [signUpPath]: page(() => import("./sign-in/sign-up-page.tsx")),
  [operatorPath]: page(() => import("./operator/operator-page.tsx")),
  // For developers: a build leaves it out.
  ...(import.meta.env.DEV ? { "/parts": page(() => import("./gallery/parts-page.tsx")) } : {}),
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
  const Open = openPages[path]
  if (Open) return <Open key={path} />
  if (error) return <Failed error={error} retry={readSessionAgain} />
  if (session === undefined || hasArrived) return null
  if (session === null) return <SignInPage hasEnded={wasSignedIn} chosen={chosen} />
  return session.company === null ? <EnrolPage user={session.user} /> : <Shell />
}
