/** Typed words compared with written ones: without case, accents and apostrophes, from the beginning of a word on. */

/** "L’Été" is "lete". */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}'\u2019]/gu, "")

/** Both spellings of English are one. */
const spelled = (text: string): string => plain(text).replaceAll("colour", "color")

export const termsIn = (typed: string): string[] => spelled(typed).match(/[\p{L}\p{N}@.+_]+/gu) ?? []

const wordsIn = (text: string): string[] => spelled(text).match(/[\p{L}\p{N}]+/gu) ?? []

export interface Findable {
  title: string
  /** Everyday words for the same, and the record that has it. */
  means: string
}

/** How good the match is, 0 the best; null where a term is nowhere. The first of the everyday words mean it most. */
export function rankOf(terms: readonly string[], { title, means }: Findable): number | null {
  const [own, others] = [wordsIn(title), wordsIn(means)]
  const begins = (words: readonly string[], term: string) => words.some((word) => word.startsWith(term))
  if (terms.length === 0 || !terms.every((term) => begins(own, term) || begins(others, term))) return null
  if (own[0]!.startsWith(terms[0]!)) return 0
  if (terms.every((term) => begins(own, term))) return 1
  return 2 + others.findIndex((word) => terms.some((term) => word.startsWith(term))) / (others.length + 1)
}

/** The best matches in their order. One that is found by other words than its title says by which. */
export function bestOf<One extends Findable>(
  terms: readonly string[],
  all: readonly One[],
  most: number,
): (One & { about?: string })[] {
  return all
    .map((one) => ({ one, rank: rankOf(terms, one) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, most)
    .map(({ one, rank }) => (rank! < 2 ? one : { ...one, about: meantIn(terms, one) }))
}

function meantIn(terms: readonly string[], { means }: Findable): string {
  const words = means.match(/[\p{L}\p{N}-]+/gu) ?? []
  return [...new Set(words.filter((word) => terms.some((term) => spelled(word).startsWith(term))))].join(", ")
}

/** The text in pieces, those that the terms begin marked. */
export function markedIn(text: string, terms: readonly string[]): { text: string; isMarked: boolean }[] {
  const folded = [...text].map((each) => plain(each) || " ").join("")
  // A letter that folds into several has no place of its own to mark.
  if (folded.length !== text.length) return [{ text, isMarked: false }]
  const found = terms
    .flatMap((term) => {
      const at = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => word.startsWith(term))?.index
      return at === undefined ? [] : [{ at, end: at + term.length }]
    })
    .sort((a, b) => a.at - b.at)
  const pieces: { text: string; isMarked: boolean }[] = []
  let from = 0
  for (const { at, end } of found) {
    if (at < from) continue
    pieces.push(
      { text: text.slice(from, at), isMarked: false },
      { text: text.slice(at, end), isMarked: true },
    )
    from = end
  }
  return [...pieces, { text: text.slice(from), isMarked: false }].filter((piece) => piece.text !== "")
}
