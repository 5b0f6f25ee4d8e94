import type { Screen } from "../screen.ts"

/** Both stand before the settings, whose addresses begin alike. */
export const setUpScreens: readonly Screen[] = [
  { path: "/settings/check", load: () => import("./check-screen.tsx"), role: "admin" },
  { path: "/settings/assistant", load: () => import("./assistant-screen.tsx"), role: "admin" },
  { path: "/settings/assistant/:step", load: () => import("./assistant-screen.tsx"), role: "admin" },
]
