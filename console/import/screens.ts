import type { Screen } from "../screen.ts"

/** Stands before the settings, whose addresses begin alike. */
export const importScreens: readonly Screen[] = [
  { path: "/settings/import", load: () => import("./import-screen.tsx"), role: "admin" },
]
