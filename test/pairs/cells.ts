/**
 * The table of pairs: each capability with each other one, with each deed and with each state of what is outside. A cell is proven by a
 * test, refused by a sentence that a test meets, two choices of one setting, nothing that can be done, or silent. `docs/pairs.md` is printed from it.
 */
import { type CapabilityName, capabilities, capabilityOf } from "./capabilities.ts"
import { type Deed, deeds, fateOf, type Outside, outsides } from "./deeds-and-outside.ts"
import { type RefusedPair, refusedPairs } from "./refused-pairs.ts"

export type Fate =
  /** The title of a test, or of one that is made of the table. */
  | { is: "proven"; by: string }
  | { is: "refused"; says: string; missedBy: string }
  | { is: "choice"; of: string }
  /** There is no such thing to do, for a reason. */
  | { is: "otherwise"; because: string }
  | { is: "silent" }

export interface Cell {
  capability: CapabilityName
  with: CapabilityName | Deed | Outside
  fate: Fate
}

const names = capabilities.map(({ name }) => name)

/** Each two once. */
export const pairsOfNames: readonly (readonly [CapabilityName, CapabilityName])[] = names.flatMap((one, i) =>
  names.slice(i + 1).map((other) => [one, other] as const),
)

export const titleOfPair = (one: CapabilityName, other: CapabilityName) => `${one} × ${other}`

export function refusedPair(one: CapabilityName, other: CapabilityName): RefusedPair | undefined {
  return refusedPairs.find(({ pair }) => pair[0] === one && pair[1] === other)
}

export function fateOfPair(one: CapabilityName, other: CapabilityName): Fate {
  const refused = refusedPair(one, other)
  if (refused) return { is: "refused", says: refused.says, missedBy: refused.missedBy }
  const setting = capabilityOf(one).choiceOf
  if (setting !== undefined && setting === capabilityOf(other).choiceOf) return { is: "choice", of: setting }
  return { is: "proven", by: titleOfPair(one, other) }
}

export const pairCells: readonly Cell[] = pairsOfNames.map(([one, other]) => ({
  ...{ capability: one, with: other, fate: fateOfPair(one, other) },
}))

export const deedCells: readonly Cell[] = names.flatMap((capability) =>
  deeds.map((deed) => ({ capability, with: deed, fate: fateOf(capability, deed) })),
)

export const outsideCells: readonly Cell[] = names.flatMap((capability) =>
  outsides.map((outside) => ({ capability, with: outside, fate: fateOf(capability, outside) })),
)

export const cells: readonly Cell[] = [...pairCells, ...deedCells, ...outsideCells]

export const silentCells: readonly Cell[] = cells.filter(({ fate }) => fate.is === "silent")
