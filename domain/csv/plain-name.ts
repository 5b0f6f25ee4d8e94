/** Apostrophes and what people write in their place, among them the okina of Hawaii. */
const apostrophes = /['`´‘’ʻʼ′]/g
const hyphens = /[-‐‑‒–—―−]/g

/** Letters that are not taken apart into a letter and its accent. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", ł: "l", đ: "d", ð: "d", ı: "i" },
}

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "")

/** Names as people compare them: without accents, capitals and needless space. */
export const plainName = (name: string): string =>
  withoutAccents(name).toLowerCase().replace(/\s+/g, " ").trim()

/** Text as a search compares it: small letters without accents and apostrophes. The database's `search_text` says the same. */
export const folded = (text: string): string =>
  withoutAccents(text)
    .replace(apostrophes, "")
    .toLowerCase()
    .replace(/[ßæœþøłđðı]/g, (letter) => letters[letter]!)

export const withoutHyphens = (text: string, instead = ""): string => text.replace(hyphens, instead)

/** The same for all spellings of a name that people take for one: O’Hara, O'Hara and Ohara, Mary-Jane and Mary Jane. */
export const nameKey = (name: string): string => withoutHyphens(folded(name)).replace(/\s+/g, "")

export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)
