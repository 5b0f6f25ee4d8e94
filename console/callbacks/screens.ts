import type { Screen } from "../screen.ts"

export const callbackScreens: readonly Screen[] = [
  { path: "/callbacks", load: () => import("./callbacks-screen.tsx") },
]
