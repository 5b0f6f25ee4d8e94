import type { Screen } from "../screen.ts"

export const peopleScreens: readonly Screen[] = [
  {
    path: "/people",
    load: () => import("./people-screen.tsx"),
    rail: { name: "people", icon: "key", end: true },
    role: "admin",
  },
  { path: "/people/sign-in", load: () => import("./sign-in-screen.tsx"), role: "admin" },
  { path: "/people/audit", load: () => import("./audit-screen.tsx"), role: "admin" },
  { path: "/people/:id", load: () => import("./person-screen.tsx"), role: "admin" },
]
