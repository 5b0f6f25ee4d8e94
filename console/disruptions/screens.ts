import type { Screen } from "../screen.ts"

export const disruptionScreens: readonly Screen[] = [
  { path: "/disruptions/new", load: () => import("./begin-screen.tsx") },
  { path: "/disruptions/:id", load: () => import("./disruption-screen.tsx") },
]
