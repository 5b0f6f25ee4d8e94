/** The deeds that are possible everywhere, and the screens that one goes to. */
import type { IconName } from "../parts/icon.tsx"
import { isFor, type Screen } from "../screen.ts"
import type { User } from "../session.ts"
import type { Words } from "../words/words.ts"
import type { Entry } from "./entry.ts"
import type { Findable } from "./terms.ts"

type DeedName = keyof Words["palette"]["deeds"]

const deeds: Readonly<Record<DeedName, { to: string; icon: IconName; isAdmins?: true }>> = {
  book: { to: "/?book=new", icon: "plus" },
  timeOff: { to: "/?off=new", icon: "clock" },
  sickDay: { to: "/disruptions/new", icon: "warning" },
  customer: { to: "/customers?make=new", icon: "people" },
  print: { to: "/day-sheet", icon: "board" },
  export: { to: "/?export=new", icon: "copy", isAdmins: true },
  waiting: { to: "/waiting", icon: "clock" },
  pending: { to: "/requests/pending", icon: "check" },
  callbacks: { to: "/callbacks", icon: "phone" },
  optOuts: { to: "/messages/opt-outs", icon: "messages" },
  close: { to: "/settings/closed", icon: "x", isAdmins: true },
  newType: { to: "/settings/types/new", icon: "plus", isAdmins: true },
  newProvider: { to: "/settings/providers/new", icon: "plus", isAdmins: true },
  newRoom: { to: "/settings/resources/new", icon: "room", isAdmins: true },
  newLocation: { to: "/settings/locations/new", icon: "map", isAdmins: true },
  invite: { to: "/people", icon: "key", isAdmins: true },
  importFile: { to: "/settings/import", icon: "copy", isAdmins: true },
}

export type FindableEntry = Entry & Findable

export function allDeeds(
  { palette: words, shell }: Words,
  user: User,
  screens: readonly Screen[],
): FindableEntry[] {
  const mine = Object.entries(deeds).filter(([, { isAdmins }]) => !isAdmins || user.role === "admin")
  return [
    ...mine.map(([name, { to, icon }]): FindableEntry => {
      const { name: title, means } = words.deeds[name as DeedName]
      return { id: `deed ${name}`, title, means, icon, deeds: [{ name: words.open, to }] }
    }),
    ...screens
      .filter((screen) => screen.rail && isFor(screen, user))
      .map(({ path: to, rail }): FindableEntry => {
        const { name, icon } = rail!
        const means = words.screens[name]
        return {
          id: `screen ${name}`,
          title: shell.rail[name],
          means,
          icon,
          side: words.screen,
          deeds: [{ name: words.open, to }],
        }
      }),
  ]
}
