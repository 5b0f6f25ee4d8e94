import type { Screen } from "../screen.ts"

/** Stands before the settings, whose addresses begin alike. */
export const areaScreens: readonly Screen[] = [
  { path: "/settings/areas", load: () => import("./areas-screen.tsx"), role: "admin" },
]
