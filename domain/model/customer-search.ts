/** What somebody types to find a customer, as patterns for the columns that are searched. */

export interface CustomerSearch {
  /** Each word is a word of the text in full. */
  wholeWords: WordPatterns
  /** Each word begins a word of the text, or is part of one. */
  partsOfWords: WordPatterns
  /** Each word begins a word: those whose name does so go first, since "liam c" means no Liam with an email that ends in .com. */
  beginnings: readonly string[]
  /** Null when what was typed is no number. */
  number: NumberPieces | null
}

/** Patterns of LIKE. */
export interface WordPatterns {
  /** Pieces of the words, which the index is asked for. Unused ones fit anything. */
  pieces: readonly [string, string, string, string]
  /** The words themselves, which every row that the index gives is compared with. */
  words: readonly string[]
}

export interface NumberPieces {
  /** What the number may begin with: with the country's code and without. */
  beginnings: readonly [string, string]
  /** What it may end with, from the last digit on. */
  reversedEnd: string
}

const anything = "%"
/** Shorter words are found at the beginning of words only: parts so short fit nearly everybody. */
const shortestPart = 3
/**
 * The index has a list of rows for each three letters in a row. More letters than these make no search faster, and endings
 * such as an email's domain are lists of nearly everybody.
 */
const longestPiece = 8
const leastDigits = 3

export function customerSearch(typed: string): CustomerSearch {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  // The longest words say most, and four are enough to tell people apart.
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 4)
  // The index is not asked for a short word beside a longer one: its list would be long and add little.
  const telling = longest.filter((word, i) => i === 0 || word.length >= shortestPart)
  const patterns = (patternOf: (word: string, isCut: boolean) => string): WordPatterns => {
    const [first = anything, second = anything, third = anything, fourth = anything] = telling.map((word) =>
      patternOf(word.slice(0, longestPiece), word.length > longestPiece),
    )
    return { pieces: [first, second, third, fourth], words: longest.map((word) => patternOf(word, false)) }
  }
  return {
    wholeWords: patterns((word, isCut) => `% ${literal(word)}${isCut ? "" : " "}%`),
    partsOfWords: patterns((word) =>
      word.length < shortestPart ? `% ${literal(word)}%` : `%${literal(word)}%`,
    ),
    beginnings: longest.map((word) => `% ${literal(word)}%`),
    number: numberOf(typed),
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

function numberOf(typed: string): NumberPieces | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, "")
  if (digits.length < leastDigits) return null
  return { beginnings: [`+${digits}`, `+1${digits}`], reversedEnd: [...digits].reverse().join("") }
}
