/** A typed search for a customer, as patterns for the columns that are searched. */

export interface CustomerSearch {
  /** Each word is a word of the text in full. */
  wholeWords: WordPatterns
  /** Each word begins a word of the text, or is part of one. */
  partsOfWords: WordPatterns
  /** All that was typed, in one piece, where short words stand in it: "de la cruz" is Delacruz too. Null without. */
  inOnePiece: string | null
  /** Each word begins a word: those whose name does so go first, since "liam c" means no Liam with an email that ends in .com. */
  beginnings: readonly string[]
  /** Null when what was typed is no number. */
  number: NumberPieces | null
  /** Each word begins a word of street and postal code; null when what was typed says too little of them. */
  street: WordPatterns | null
  /** The beginning of the postal code; null when what was typed is none. */
  postalCode: string | null
  /** Names that are one letter off; null when what was typed is no name. */
  likeness: Likeness | null
}

/** Patterns of LIKE. */
export interface WordPatterns {
  /** Pieces of the words, which the index is asked for. Unused ones fit anything. */
  pieces: readonly [string, string, string, string]
  /** The words themselves, which every row that the index gives is compared with. */
  words: readonly string[]
}

export interface NumberPieces {
  /** The beginnings that the number may have: with the country's code and without. */
  beginnings: readonly [string, string]
  /** The end that it may have, from the last digit on. */
  reversedEnd: string
}

/** Names that are one letter off. */
export interface Likeness {
  /** The index is asked for these of the two longest words. Null where only one is long enough. */
  keys: readonly [readonly string[], readonly string[] | null]
  /** Patterns of LIKE for the same words, one of which the name fits. */
  patterns: readonly [readonly string[], readonly string[] | null]
  /** The beginnings of the name's other words. */
  beginnings: readonly string[]
}
