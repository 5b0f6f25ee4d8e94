/**
 * Names that are one letter off what was typed: one changed, left out, too many, or exchanged with its neighbour. The index holds
 * each word of a name as it is and without each one of its letters; words that are one letter apart share one of these.
 */
import { withoutHyphens } from "../../csv/plain-name.ts"
import type { Likeness } from "../../model/customer-search.ts"

/** A letter of a shorter word says too much of it. */
const shortest = 4
const longest = 20

/** Null for what is no name. */
export function likenessOf(typed: string): Likeness | null {
  const words = withoutHyphens(typed, " ").split(/\s+/).filter(Boolean)
  if (!words.every((word) => /^\p{L}+$/u.test(word) && word.length <= longest)) return null
  const [first, second, ...others] = words.toSorted((a, b) => b.length - a.length)
  if (first === undefined || first.length < shortest) return null
  const isLong = second !== undefined && second.length >= shortest
  const rest = isLong || second === undefined ? others : [second, ...others]
  return {
    keys: [keysOf(first), isLong ? keysOf(second) : null],
    patterns: [patternsOf(first), isLong ? patternsOf(second) : null],
    beginnings: rest.map((word) => `% ${word}%`),
  }
}

const indices = (word: string) => Array.from(word, (_, at) => at)
const without = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)

/** As `name_likenesses` of the database has them. */
const keysOf = (word: string): string[] => [
  ...new Set([word, ...indices(word).map((at) => without(word, at))]),
]

function patternsOf(word: string): string[] {
  const off = indices(word).flatMap((at) => [
    `${word.slice(0, at)}_${word.slice(at + 1)}`,
    `${word.slice(0, at)}_${word.slice(at)}`,
    without(word, at),
    word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split("")
        .reverse()
        .join("") +
      word.slice(at + 2),
  ])
  return [...new Set([word, `${word}_`, ...off])].map((each) => `% ${each} %`)
}
