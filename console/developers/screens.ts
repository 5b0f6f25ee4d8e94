import type { Screen } from "../screen.ts"

const role = "admin"

export const developerScreens: readonly Screen[] = [
  {
    path: "/developers",
    load: () => import("./webhooks-screen.tsx"),
    rail: { name: "developers", icon: "code", end: true },
    role,
  },
  { path: "/developers/webhooks/:id", load: () => import("./endpoint-screen.tsx"), role },
  { path: "/developers/events", load: () => import("./events-screen.tsx"), role },
  { path: "/developers/keys", load: () => import("./keys-screen.tsx"), role },
  { path: "/developers/test-companies", load: () => import("./test-companies-screen.tsx"), role },
  { path: "/developers/embed", load: () => import("./embed-screen.tsx"), role },
]
