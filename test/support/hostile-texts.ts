/** Texts of any length that have held pattern matchers: each repeats what a pattern begins with and never finishes. */

const repeated =
  (piece: string, end = "") =>
  (length: number) =>
    piece.repeat(Math.max(0, Math.floor((length - end.length) / piece.length))) + end

export const hostileTexts: Record<string, (length: number) => string> = {
  "domains without end": (length) => `a@${repeated("a.", "@")(Math.max(length - 2, 0))}`,
  "spaces between two letters": (length) => `x${repeated(" ", "x")(Math.max(length - 1, 0))}`,
  "the T of times": repeated("T"),
  digits: repeated("1", "x"),
  "dates in a row": repeated("2027-03-16 "),
  "clocks in a row": repeated("09:00-"),
  dots: repeated("."),
  hyphens: repeated("-"),
  slashes: repeated("http://"),
  "commas and spaces": repeated(", "),
  "brackets that open": repeated("(", "!"),
  quotes: repeated("'"),
  ats: repeated("@"),
  "accents on one letter": (length) => `e${repeated("\u0301")(Math.max(length - 1, 0))}`,
  "letters that grow in capitals": repeated("\u0390"),
  "joined emoji": repeated("\u{1f9d1}\u200d"),
}
