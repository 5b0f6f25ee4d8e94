/** A row of the palette, and the deeds that it offers. */
import type { IconName } from "../parts/icon.tsx"

export type GroupName = "recent" | "days" | "customers" | "people" | "deeds" | "settings"

export interface Deed {
  name: string
  /** Takes it once the row's deeds are listed. */
  key?: string
  /** Below `/console`. */
  to?: string
  /** In place of an address. */
  run?(): void
}

export interface Entry {
  /** The same for the same thing, with any typed words. */
  id: string
  title: string
  about?: string
  /** At the end of the row. */
  side?: string
  /** Null draws the initials of the title. */
  icon: IconName | null
  /** The first is what Enter does. */
  deeds: readonly [Deed, ...Deed[]]
}

export interface Group {
  name: GroupName
  entries: readonly Entry[]
}
