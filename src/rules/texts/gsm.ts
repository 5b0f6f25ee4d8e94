/**
 * The alphabet of text messages. A text in it holds 160 characters, or 153 in each part of a longer one; one character
 * outside it makes the whole text hold 70, or 67, and so cost more than twice as much.
 */

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
/** These count twice. */
const extended = "^{}\\[~]|€"
const known = new Set([...basic, ...extended])

const plainSigns: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "−": "-",
  "…": "...",
  "\u00a0": " ",
  "\u202f": " ",
  œ: "oe",
  Œ: "OE",
}

/**
 * The text in the alphabet where it can be: typographic signs as plain ones, letters without the accents that the alphabet
 * lacks (`código` reads `codigo`). A text that keeps other characters all the same, such as a name in another script, is
 * left as it is, since it would gain nothing.
 */
export function inGsmAlphabet(text: string): string {
  const plain = [...text.normalize("NFC")].map(plainOf).join("")
  return isGsm(plain) ? plain : text
}

const isGsm = (text: string): boolean => [...text].every((char) => known.has(char))

function plainOf(char: string): string {
  if (known.has(char)) return char
  return plainSigns[char] ?? char.normalize("NFD").replace(/\p{M}/gu, "")
}

/** How many messages the carrier sends, and charges, for the text. */
export function segmentsOf(text: string): number {
  if (!isGsm(text)) return parts(text.length, 70, 67)
  const length = [...text].reduce((sum, char) => sum + (extended.includes(char) ? 2 : 1), 0)
  return parts(length, 160, 153)
}

const parts = (length: number, alone: number, each: number) =>
  length <= alone ? 1 : Math.ceil(length / each)
