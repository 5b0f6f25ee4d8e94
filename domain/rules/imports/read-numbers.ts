/**
 * The numbers and emails of a person as files have them: several in one cell, with what they are called, with extensions. The
 * first that fits is the customer's; the others are kept as they stand, so that none is lost.
 */
import { invalid } from "../../model/errors.ts"
import { e164Of, supportedPhone } from "../texts/phone-numbers.ts"
import { type Cells, textOf } from "./cells.ts"

export interface ReadNumbers {
  /** In E.164. */
  phone: string | null
  /** The number has an extension: many people are called on it, and so it identifies none of them. */
  isExtension: boolean
  /** As they stand in the file: the other numbers, and one with an extension. */
  further: string[]
  /** All that can be read, in E.164. */
  all: string[]
}

interface Written {
  text: string
  phone: string | null
  hasExtension: boolean
  isMobile: boolean
}

/** No list of numbers, and no number, is written with more characters. A longer text is refused before a pattern reads it. */
const longestList = 1_000
const longestNumber = 100

/** Throws `invalid_input` when the cell has something, and no number that can be read. */
export function numbersOf<Name extends string>(cells: Cells<Name>, name: Name): ReadNumbers {
  const text = textOf(cells, name)
  if (text === null) return { phone: null, isExtension: false, further: [], all: [] }
  const written = text.length > longestList ? [] : piecesOf(text).map(readNumber)
  const chosen = chosenOf(written.filter(({ phone }) => phone !== null))
  if (!chosen) throw invalid(name, "expected a phone number, as (512) 555-0123 or +15125550123")
  const further = written.filter((each) => each !== chosen || each.hasExtension)
  return {
    phone: chosen.phone,
    isExtension: chosen.hasExtension,
    further: further.map((each) => each.text),
    all: written.flatMap(({ phone }) => (phone === null ? [] : [phone])),
  }
}

/** A mobile that can be texted comes first, then any that can, then one without an extension. One alone needs no judgement. */
function chosenOf(readable: readonly Written[]): Written | undefined {
  if (readable.length < 2) return readable[0]
  return (
    readable.find((each) => isTextable(each) && each.isMobile) ??
    readable.find(isTextable) ??
    readable.find(({ hasExtension }) => !hasExtension) ??
    readable[0]
  )
}

const isTextable = ({ phone, hasExtension }: Written): boolean =>
  phone !== null && !hasExtension && supportedPhone(phone) !== null

/** The separators between two numbers of a cell. A slash is one too where numbers stand on both sides of it. */
const between = / ?(?:;|\||,| ::: | \/ |(?<=\d{3}\D{0,3}\d{4})\/(?=\D{0,3}\d{3}\D{0,3}\d{3})) ?/

const digitsOf = (text: string): number => text.replace(/\D/g, "").length

/** A piece with fewer digits than a number has belongs to the one before it, such as `ext. 12` behind a comma. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  const line = text.replace(/[\r\n]+/g, ";").replace(/\s+/g, " ")
  for (const piece of line.split(between).map((each) => each.trim())) {
    if (piece === "") continue
    const last = pieces.length - 1
    if (last >= 0 && digitsOf(piece) < 7) pieces[last] += ` ${piece}`
    else pieces.push(piece)
  }
  return pieces
}

const mobile = /\b(?:mobile|mob|cell|cellular|cellphone|movil|móvil|celular|portable|m|c)\b/iu
const extension =
  /[ ,]{0,2}(?:\b(?:x|ext|extn|extension|extensión|poste|interno|int)\b\.?|#) ?:? ?(\d{1,7})$/iu
const joinedExtension = /(?<=\d) ?x ?(\d{1,7})$/i

function readNumber(text: string): Written {
  if (text.length > longestNumber) return { text, phone: null, hasExtension: false, isMobile: false }
  const { number, label } = withLabel(text)
  // A spreadsheet that takes the number for an amount.
  const plain = number.replace(/^(\+?\d{7,15})\.0{1,3}$/, "$1")
  const main = plain.replace(joinedExtension, "").replace(extension, "")
  return { text, phone: e164Of(main), hasExtension: main !== plain, isMobile: mobile.test(label) }
}

/** The label of the number: in parentheses or as words behind it, or before it. An extension in parentheses stays with it. */
function withLabel(text: string): { number: string; label: string } {
  const before = /^[\p{L} .]{1,60}/u.exec(text)?.[0] ?? ""
  const open = text.endsWith(")") ? text.lastIndexOf("(") : -1
  const inside = open < 0 ? "" : text.slice(open + 1, -1)
  const number = open < 0 || !/\p{L}/u.test(inside) ? text : text.slice(0, open).trim()
  if (number !== text)
    return extension.test(` ${inside}`) || joinedExtension.test(`0${inside}`)
      ? { number: `${number} ${inside}`, label: before }
      : { number, label: `${before} ${inside}` }
  return { number, label: `${before} ${/ \p{L}{1,20}$/u.exec(text)?.[0] ?? ""}` }
}

const longestEmail = 254

/** The first email of a cell, and the others. Whether it is one is judged with the customer. */
export function emailsOf<Name extends string>(
  cells: Cells<Name>,
  name: Name,
): { email: string | null; further: string[] } {
  const text = textOf(cells, name)
  if (text === null || text.length > longestList) return { email: text, further: [] }
  const pieces = text.split(/[;,|/\s]|:::/).filter((piece) => piece !== "")
  const isEmail = (piece: string) =>
    piece.length <= longestEmail && /^[^@]+@[^@]+$/.test(piece) && piece.includes(".")
  // A text that is no list is left as it is, and refused by its own words.
  if (pieces.length < 2 || !pieces.every(isEmail)) return { email: text, further: [] }
  const [email = null, ...further] = [...new Set(pieces.map((piece) => piece.toLowerCase()))]
  return { email, further }
}
