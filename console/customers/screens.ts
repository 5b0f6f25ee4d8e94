import type { Screen } from "../screen.ts"

export const customerScreens: readonly Screen[] = [
  {
    path: "/customers",
    load: () => import("./customers-screen.tsx"),
    rail: { name: "customers", icon: "people" },
  },
  { path: "/customers/:id", load: () => import("./customer-screen.tsx") },
]
