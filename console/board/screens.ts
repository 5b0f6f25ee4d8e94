import type { Screen } from "../screen.ts"

export const boardScreens: readonly Screen[] = [
  {
    path: "/",
    load: () => import("./board-screen.tsx"),
    speaksFirst: true,
    rail: { name: "board", icon: "board" },
  },
]
