import type { Screen } from "../screen.ts"

export const requestScreens: readonly Screen[] = [
  {
    path: "/requests",
    load: () => import("./requests-screen.tsx"),
    rail: { name: "requests", icon: "requests" },
  },
  { path: "/requests/pending", load: () => import("./pending-screen.tsx") },
  { path: "/requests/import", load: () => import("./import-screen.tsx") },
  { path: "/requests/:id", load: () => import("./request-screen.tsx") },
]
