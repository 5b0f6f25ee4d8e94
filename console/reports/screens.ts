import type { Screen } from "../screen.ts"

export const reportScreens: readonly Screen[] = [
  {
    path: "/reports",
    load: () => import("./reports-screen.tsx"),
    rail: { name: "reports", icon: "reports" },
  },
]
