import type { Screen } from "../screen.ts"

export const agentScreens: readonly Screen[] = [
  {
    path: "/agents",
    load: () => import("./channels-screen.tsx"),
    rail: { name: "agents", icon: "agents" },
    role: "admin",
  },
  { path: "/agents/platform", load: () => import("./platform-screen.tsx"), role: "admin" },
  { path: "/agents/conversation", load: () => import("./conversation-screen.tsx"), role: "admin" },
]
