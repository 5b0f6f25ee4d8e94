import type { Screen } from "../screen.ts"

/** Read when the rail is shown: the table of screens asks nothing of the service by itself. */
const waiting = {
  queryKey: ["inbox", "count"] as const,
  queryFn: async () => (await import("./inbox-data.ts")).countInbox(),
  // An entry that was put off comes back without an event.
  refetchInterval: 60_000,
}

export const inboxScreens: readonly Screen[] = [
  {
    path: "/inbox",
    load: () => import("./inbox-screen.tsx"),
    rail: { name: "inbox", icon: "inbox", waiting },
  },
]
