import type { Screen } from "../screen.ts"

/** Read when the rail is shown: the table of screens asks nothing of the service by itself. */
const waiting = {
  queryKey: ["callbacks", "count"] as const,
  queryFn: async () => (await import("./callback-data.ts")).countWaiting(),
}

export const callbackScreens: readonly Screen[] = [
  {
    path: "/callbacks",
    load: () => import("./callbacks-screen.tsx"),
    rail: { name: "callbacks", icon: "phone", waiting },
  },
]
