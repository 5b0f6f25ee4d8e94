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

/** How long a text is, as carriers count and charge it. */
export interface TextLength {
  encoding: "gsm7" | "ucs2"
  /** As the encoding counts them: some take the place of two. */
  characters: number
  /** How many messages the carrier sends, and charges. */
  segments: number
  /** So many characters fit into these segments. */
  room: number
}

/** The characters of a text alone, and of each segment of a longer one. */
const rooms = { gsm7: [160, 153], ucs2: [70, 67] } as const

export function lengthOf(text: string): TextLength {
  const encoding = isGsm(text) ? "gsm7" : "ucs2"
  const sizes = [...text].map((char) => (encoding === "ucs2" ? char.length : extended.includes(char) ? 2 : 1))
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const [alone, each] = rooms[encoding]
  const segments = characters <= alone ? 1 : segmentsFor(sizes, each)
  return { encoding, characters, segments, room: segments === 1 ? alone : segments * each }
}

/** A character that takes the place of two never stands half in one message and half in the next. */
function segmentsFor(sizes: readonly number[], each: number): number {
  let segments = 1
  let filled = 0
  for (const size of sizes) {
    const fits = filled + size <= each
    segments += fits ? 0 : 1
    filled = fits ? filled + size : size
  }
  return segments
}

export const segmentsOf = (text: string): number => lengthOf(text).segments

/** The characters that the alphabet lacks, each once: one of them makes the whole text hold less than half. */
export const lackingIn = (text: string): string[] => [
  ...new Set([...text].filter((char) => !known.has(char))),
]
