/** Reads what somebody types to find a customer. */
import { folded, withoutHyphens } from "../../csv/plain-name.ts"
import type { CustomerSearch, NumberPieces, WordPatterns } from "../../model/customer-search.ts"
import { likenessOf } from "./name-likeness.ts"

const anything = "%"
/** Shorter words are found at the beginning of words only: parts so short fit nearly everybody. */
const shortestPart = 3
/**
 * The index has a list of rows for each three letters in a row. More letters than these make no search faster, and endings
 * such as an email's domain are lists of nearly everybody.
 */
const longestPiece = 8
const leastDigits = 3
const mostWords = 4

export function customerSearch(typed: string): CustomerSearch {
  const plain = withoutHyphens(folded(typed))
  const words = plain.split(/\s+/).filter(Boolean)
  // The longest words say most, and four are enough to tell people apart.
  const longest = longestOf(words)
  const glued = words.join("")
  const hasShort = words.length > 1 && words.some(({ length }) => length < shortestPart)
  return {
    wholeWords: patterns(longest, (word, isCut) => `% ${literal(word)}${isCut ? "" : " "}%`),
    partsOfWords: patterns(longest, (word) =>
      word.length < shortestPart ? `% ${literal(word)}%` : `%${literal(word)}%`,
    ),
    inOnePiece: hasShort && glued.length > shortestPart ? `%${literal(glued)}%` : null,
    beginnings: longest.map(beginning),
    number: numberOf(typed),
    street: streetOf(words),
    postalCode: /^(?=.*\d)(?:[a-z\d]{4,10}|[a-z]\d[a-z])$/.test(glued) ? glued : null,
    likeness: likenessOf(folded(typed)),
  }
}

const longestOf = (words: readonly string[]) =>
  words.toSorted((a, b) => b.length - a.length).slice(0, mostWords)

const beginning = (word: string) => `% ${literal(word)}%`

function patterns(
  longest: readonly string[],
  patternOf: (word: string, isCut: boolean) => string,
): WordPatterns {
  // The index is not asked for a short word beside a longer one: its list would be long and add little.
  const telling = longest.filter((word, i) => i === 0 || word.length >= shortestPart)
  const [first = anything, second = anything, third = anything, fourth = anything] = telling.map((word) =>
    patternOf(word.slice(0, longestPiece), word.length > longestPiece),
  )
  return { pieces: [first, second, third, fourth], words: longest.map((word) => patternOf(word, false)) }
}

/** Words that nearly every address has, in full or cut short, and that distinguish no address from another. */
const kindsOfStreets = new Set(
  `street st avenue ave av road rd drive dr lane ln boulevard blvd court ct place pl way highway hwy circle cir apt suite
  unit north south east west rue chemin calle avenida`.split(/\s+/),
)

function streetOf(words: readonly string[]): WordPatterns | null {
  const telling = longestOf(words.filter((word) => !kindsOfStreets.has(word)))
  // A number alone is a house's, a customer's own number or a postal code, which have indexes of their own.
  const isSaying = telling.some((word) => word.length >= shortestPart && /\p{L}/u.test(word))
  return isSaying ? patterns(telling, beginning) : null
}

/** LIKE reads `%`, `_` and `\` as its own signs. */
const literal = (word: string) => word.replace(/[\\%_]/g, "\\$&")

function numberOf(typed: string): NumberPieces | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, "")
  if (digits.length < leastDigits) return null
  return { beginnings: [`+${digits}`, `+1${digits}`], reversedEnd: [...digits].reverse().join("") }
}
