import type { Screen } from "../screen.ts"

const isAdmins = { role: "admin" } as const

export const settingsScreens: readonly Screen[] = [
  {
    path: "/settings",
    load: () => import("./settings-screen.tsx"),
    rail: { name: "setUp", icon: "settings", end: true },
    ...isAdmins,
  },
  { path: "/settings/channels", load: () => import("./channels-screen.tsx"), ...isAdmins },
  { path: "/settings/locations", load: () => import("./locations-screen.tsx"), ...isAdmins },
  { path: "/settings/locations/:id", load: () => import("./location-screen.tsx"), ...isAdmins },
  { path: "/settings/types", load: () => import("./types-screen.tsx"), ...isAdmins },
  { path: "/settings/types/:id", load: () => import("./type-screen.tsx"), ...isAdmins },
  { path: "/settings/providers", load: () => import("./providers-screen.tsx"), ...isAdmins },
  { path: "/settings/providers/:id", load: () => import("./provider-screen.tsx"), ...isAdmins },
  { path: "/settings/providers/:id/hours", load: () => import("./hours-screen.tsx"), ...isAdmins },
  { path: "/settings/providers/:id/time-off", load: () => import("./time-off-screen.tsx"), ...isAdmins },
  { path: "/settings/providers/:id/calendars", load: () => import("./calendars-screen.tsx"), ...isAdmins },
  { path: "/settings/resources", load: () => import("./resources-screen.tsx"), ...isAdmins },
  { path: "/settings/resources/:id", load: () => import("./resource-screen.tsx"), ...isAdmins },
  { path: "/settings/closed", load: () => import("./closed-screen.tsx"), ...isAdmins },
  { path: "/settings/:part", load: () => import("./company-screen.tsx"), ...isAdmins },
]
