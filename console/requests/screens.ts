import type { Screen } from "../screen.ts"

/** Read when the rail is shown: the table of screens asks nothing of the service by itself. */
const waiting = {
  queryKey: ["requests", "count"] as const,
  queryFn: async () => (await import("./request-data.ts")).countOpen(),
}

export const requestScreens: readonly Screen[] = [
  {
    path: "/requests",
    load: () => import("./requests-screen.tsx"),
    rail: { name: "requests", icon: "requests", waiting },
  },
  { path: "/requests/pending", load: () => import("./pending-screen.tsx") },
  { path: "/requests/import", load: () => import("./import-screen.tsx") },
  { path: "/requests/:id", load: () => import("./request-screen.tsx") },
]
