import type { Screen } from "../screen.ts"

export const youScreens: readonly Screen[] = [
  { path: "/you", load: () => import("./you-screen.tsx"), rail: { name: "you", icon: "me", end: true } },
]
