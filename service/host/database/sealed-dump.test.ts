import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { describe, expect, it } from "vitest"
import { opened, sealing } from "./sealed-dump.ts"

const passphrase = "correct horse battery staple"
const headBytes = 40
const sealedPiece = 65_536 + 16

async function sealed(plain: Buffer): Promise<Buffer> {
  const stream = await sealing(passphrase)
  const all = buffer(stream)
  Readable.from([plain.subarray(0, 7), plain.subarray(7)]).pipe(stream)
  return all
}
const open = (bytes: Buffer, chunk = 50_000) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  )
  return buffer(opened(Readable.from(chunks), passphrase))
}

describe("an encrypted dump of several pieces", () => {
  it("FX-22 comes back whole, at the edges of its pieces too, however it is cut in reading", async () => {
    for (const length of [7, 65_535, 65_536, 65_537, 200_000]) {
      const plain = randomBytes(length)
      const bytes = await sealed(plain)
      expect((await open(bytes, length === 7 ? 11 : 50_000)).equals(plain), String(length)).toBe(true)
    }
  })

  it("FX-22 is refused with a piece left out, doubled, moved, or without its last", async () => {
    const bytes = await sealed(randomBytes(200_000))
    const head = bytes.subarray(0, headBytes)
    const piece = (n: number) =>
      bytes.subarray(headBytes + n * sealedPiece, headBytes + (n + 1) * sealedPiece)
    const pieces = [0, 1, 2, 3].map(piece)
    expect((await open(Buffer.concat([head, ...pieces]))).length).toBe(200_000)
    for (const order of [[1, 2, 3], [0, 2, 3], [0, 0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 2], [0, 1, 2, 3, 3], []])
      await expect(open(Buffer.concat([head, ...order.map(piece)])), order.join()).rejects.toThrow(
        "does not open",
      )
  })

  it("FX-22 is sealed under a salt of its own each time", async () => {
    const plain = randomBytes(100)
    expect((await sealed(plain)).equals(await sealed(plain))).toBe(false)
  })
})
