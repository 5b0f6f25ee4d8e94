/** The cost of a text, against an encoder that writes the messages as a carrier does and counts them. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { lackingIn, lengthOf } from "../../../domain/rules/texts/gsm.ts"
import { drawn } from "../../support/trials.ts"

/** GSM 03.38 by its codes, 0 to 127; the escape is at 27. */
const defaultAlphabet = [
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ",
  " !\"#¤%&'()*+,-./0123456789:;<=>?¡",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
].join("")
const escapeCode = 27
const extension = new Map([..."^{}\\[~]|€"].map((char) => [char, [escapeCode, char.codePointAt(0)!]]))

/** Septets, or 16-bit units where one character is in neither table. */
function encoded(text: string): { encoding: "gsm7" | "ucs2"; units: number[] } {
  const septets: number[] = []
  for (const char of text) {
    const code = defaultAlphabet.indexOf(char)
    if (code === -1 && !extension.has(char)) {
      const bytes = Buffer.from(text, "utf16le")
      return {
        encoding: "ucs2",
        units: Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(2 * at)),
      }
    }
    septets.push(...(extension.get(char) ?? [code]))
  }
  return { encoding: "gsm7", units: septets }
}

const opensPair = {
  gsm7: (unit: number) => unit === escapeCode,
  ucs2: (unit: number) => unit >> 10 === 0b110110,
}
const room = { gsm7: { alone: 160, each: 153 }, ucs2: { alone: 70, each: 67 } }

/** Cuts what is left until nothing is; a cut within a pair moves before it. */
function messagesOf({ encoding, units }: ReturnType<typeof encoded>): number {
  const { alone, each } = room[encoding]
  if (units.length <= alone) return 1
  let count = 0
  for (let at = 0; at < units.length; count += 1) {
    const end = at + each
    at = end < units.length && opensPair[encoding](units[end - 1]!) ? end - 1 : end
  }
  return count
}

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(..."abc ñÜ@\n") },
  { weight: 2, arbitrary: fc.constantFrom(..."€[]{}|^~\\") },
  fc.constantFrom("https://book.example.com/r/", "Reply STOP", "é", "Hi Sam, "),
)
const foreign = fc.constantFrom("👍", "👩‍👩‍👧", "龍", "’", "ç", "🇨🇦")
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 200, size: "max" }),
  fc.array(fc.oneof({ weight: 6, arbitrary: pieces }, foreign), { maxLength: 90, size: "max" }),
)

it("CN-11 length and segments are those of the messages that a carrier writes, for random texts", () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      texts.map((parts) => parts.join("")),
      (text) => {
        const written = encoded(text)
        const { encoding, characters, segments, room } = lengthOf(text)
        seen.add(`${encoding} ${Math.min(segments, 3)}`)
        expect([encoding, characters, segments]).toEqual([
          written.encoding,
          written.units.length,
          messagesOf(written),
        ])
        expect(lackingIn(text).length > 0).toBe(encoding === "ucs2")
        expect(room).toBeGreaterThanOrEqual(characters)
      },
    ),
    drawn(2_000, 20),
  )
  expect([...seen].sort()).toEqual(["gsm7 1", "gsm7 2", "gsm7 3", "ucs2 1", "ucs2 2", "ucs2 3"])
})

it("CN-11 a character that counts twice is not cut in half, and those that the alphabet lacks are named", () => {
  expect(lengthOf(`${"x".repeat(152)}€${"x".repeat(152)}`)).toMatchObject({ characters: 306, segments: 3 })
  expect(lengthOf(`${"x".repeat(66)}👍${"x".repeat(66)}`)).toMatchObject({ characters: 134, segments: 3 })
  expect(lackingIn("Don’t, don’t 👍")).toEqual(["’", "👍"])
})
