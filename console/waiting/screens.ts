import type { Screen } from "../screen.ts"

export const waitingScreens: readonly Screen[] = [
  { path: "/waiting", load: () => import("./waiting-screen.tsx") },
]
