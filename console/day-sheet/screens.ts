import type { Screen } from "../screen.ts"

export const daySheetScreens: readonly Screen[] = [
  { path: "/day-sheet", load: () => import("./day-sheet-screen.tsx") },
]
