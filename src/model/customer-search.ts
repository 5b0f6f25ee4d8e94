/** What somebody types to find a customer, as patterns for the columns that are searched. */

/** Patterns of LIKE. */
export interface CustomerSearch {
  /** Each is a word of the text in full. Always four, unused ones fit anything. */
  wholeWords: FourPatterns
  /** Each begins a word of the text, or is part of one. */
  partsOfWords: FourPatterns
  /** A part of a number; null when what was typed is no number. */
  digits: string | null
}

export type FourPatterns = readonly [string, string, string, string]

const anything = "%"
/** Shorter words are found at the beginning of words only: parts so short fit nearly everybody. */
const shortestPart = 3
const leastDigits = 3

export function customerSearch(typed: string): CustomerSearch {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  // The longest words say most, and four are enough to tell people apart.
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 4)
  const patterns = (patternOf: (word: string) => string): FourPatterns => {
    const [first = anything, second = anything, third = anything, fourth = anything] = longest.map(patternOf)
    return [first, second, third, fourth]
  }
  return {
    wholeWords: patterns((word) => `% ${literal(word)} %`),
    partsOfWords: patterns((word) =>
      word.length < shortestPart ? `% ${literal(word)}%` : `%${literal(word)}%`,
    ),
    digits: digitsOf(typed),
  }
}

/** As the database keeps the searched text: small letters without accents. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()

/** LIKE reads `%`, `_` and `\` as its own signs. */
const literal = (word: string) => word.replace(/[\\%_]/g, "\\$&")

function digitsOf(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, "")
  return digits.length < leastDigits ? null : `%${digits}%`
}
