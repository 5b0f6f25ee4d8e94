import type { Screen } from "../screen.ts"

/** An app leads the browser here; the host's `/oauth/authorize` passes on what it asks. */
export const appScreens: readonly Screen[] = [
  { path: "/connect", load: () => import("./consent-screen.tsx") },
]
