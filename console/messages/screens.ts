import type { Screen } from "../screen.ts"

export const messageScreens: readonly Screen[] = [
  {
    path: "/messages",
    load: () => import("./log-screen.tsx"),
    rail: { name: "messages", icon: "messages" },
  },
  { path: "/messages/plans", load: () => import("./plans-screen.tsx") },
  { path: "/messages/plans/:id", load: () => import("./plan-screen.tsx") },
  { path: "/messages/opt-outs", load: () => import("./opt-outs-screen.tsx") },
]
