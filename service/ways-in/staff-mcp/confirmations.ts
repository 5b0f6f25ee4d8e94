/**
 * A deed that tells customers takes two calls: the first says what would be sent and gives a word, the second brings the word with the same
 * inputs. The word holds the record's version and its own end under our mark, so nothing is stored in between.
 */
import { timingSafeEqual } from "node:crypto"
import { associatedData, type Sealer } from "../../../domain/model/sealing.ts"

const validMs = 600_000

export interface Deed {
  tool: string
  inputs: Readonly<Record<string, unknown>>
  /** The app or key that asks. */
  credential: string
}

const written = ({ tool, inputs, credential }: Deed, version: number, until: number): string => {
  const sorted = Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([tool, sorted, credential, version, until])
}

const markOf = (hash: string) => hash.slice(-32)

/** @param version of the record that it changes; 0 for a deed that changes none */
export function confirmationFor(sealer: Sealer, deed: Deed, version: number, now: number): string {
  const until = now + validMs
  const hash = sealer.hashes(written(deed, version, until), associatedData.appConfirmation)[0]!
  return `${until.toString(36)}.${version}.${markOf(hash)}`
}

/** The version that was shown; null for a word of another deed, and for one whose time is over. */
export function versionConfirmed(sealer: Sealer, deed: Deed, word: string, now: number): number | null {
  const parts = /^([\da-z]{1,11})\.(\d{1,10})\.(.{32})$/.exec(word)
  if (parts === null) return null
  const [until, version] = [Number.parseInt(parts[1]!, 36), Number(parts[2])]
  if (until <= now) return null
  const isOurs = sealer
    .hashes(written(deed, version, until), associatedData.appConfirmation)
    .some((hash) => fits(markOf(hash), parts[3]!))
  return isOurs ? version : null
}

function fits(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
