/**
 * Remembers which sites may frame a company's pages. A page that the database answers uses the current list. The remembered
 * one serves pages without an answer: while the database is away, and for a link that was just replaced.
 */
import { tokenHash } from "../../../domain/model/link-token.ts"
import { msPerHour } from "../../../domain/time/units.ts"
import type { Clock } from "../../platform/ports.ts"

/** How long a list holds while the database can be asked. */
export const freshMs = 60_000
/** How long it holds while the database is away. */
export const whileAwayMs = msPerHour

/** How many pages are remembered, and at most as many companies. */
const mostKept = 10_000

export interface EmbedLists {
  /** The page at that address of this host was shown, and these sites may frame its company's pages. */
  note(address: string, companyId: number, origins: readonly string[]): void
  /** The list of the page's company; null when the page was not shown within that time. */
  lastKnown(address: string, withinMs: number): readonly string[] | null
}

export function createEmbedLists(clock: Clock): EmbedLists {
  /** Keyed by hashes, since addresses hold the tokens of links. The page shown longest ago comes first. */
  const shown = new Map<string, { companyId: number; at: number }>()
  const companies = new Map<number, readonly string[]>()
  return {
    note(address, companyId, origins) {
      const key = tokenHash(address)
      shown.delete(key)
      shown.set(key, { companyId, at: clock.now() })
      companies.delete(companyId)
      companies.set(companyId, origins)
      dropLongestUnseen(shown)
      dropLongestUnseen(companies)
    },
    lastKnown(address, withinMs) {
      const last = shown.get(tokenHash(address))
      if (!last || clock.now() - last.at > withinMs) return null
      return companies.get(last.companyId) ?? null
    },
  }
}

function dropLongestUnseen<Key>(seen: Map<Key, unknown>): void {
  if (seen.size > mostKept) seen.delete(seen.keys().next().value!)
}
