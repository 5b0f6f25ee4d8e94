/** The last choices in this tab, until the user signs out. */
import { recentKey } from "../session.ts"
import type { Entry } from "./entry.ts"

type Kept = Pick<Entry, "id" | "title" | "icon"> & { about?: string; to: string }

const most = 6

export function recentEntries(open: string): Entry[] {
  return read().map(({ to, ...kept }) => ({ ...kept, deeds: [{ name: open, to }] }))
}

export function remember({ id, title, about, icon, deeds }: Entry): void {
  const to = deeds[0].to
  if (to === undefined) return
  const others = read().filter((kept) => kept.id !== id)
  const kept: Kept[] = [{ id, title, icon, to, ...(about === undefined ? {} : { about }) }, ...others]
  sessionStorage.setItem(recentKey, JSON.stringify(kept.slice(0, most)))
}

const read = (): Kept[] => JSON.parse(sessionStorage.getItem(recentKey) ?? "[]") as Kept[]
