/**
 * An encrypted dump: the mark, a salt, then the dump in pieces, each sealed by AES-256-GCM under a key that scrypt makes of the passphrase
 * and the salt. A piece's nonce holds its number and whether it is the last, so that no piece can be left out, doubled, moved or cut off
 * without the next one failing to open.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto"
import { Transform, type TransformCallback } from "node:stream"
import { pipeline } from "node:stream/promises"
import { promisify } from "node:util"

const mark = Buffer.from("appointed-sealed-dump-1\n")
const saltBytes = 16
const headBytes = mark.length + saltBytes
const tagBytes = 16
const pieceBytes = 65_536
const sealedBytes = pieceBytes + tagBytes

/** Some 128 MB and a third of a second: once for a dump, and as much for each guess. */
const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1_048_576 }

export const leastPassphrase = 20

/** A sealed dump that can't be opened; the message says why. */
export class SealedDumpError extends Error {
  override name = "SealedDumpError"
}

const wrongKey = "The key does not open this dump, or the dump was changed or cut off."

const keyOf = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase.normalize("NFC"), salt, 32, cost)

/**
 * A nonce of 12 bytes: zeros, the piece's number, and a mark on the last. No key seals two streams, since its salt is drawn
 * for one.
 */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const isSealed = (head: Buffer) => head.subarray(0, mark.length).equals(mark)

/** Seals what is written to it. */
export async function sealing(passphrase: string): Promise<Transform> {
  const head = Buffer.concat([mark, randomBytes(saltBytes)])
  const key = await keyOf(passphrase, head.subarray(mark.length))
  let number = 0
  const seal = (piece: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number++, isLast))
    cipher.setAAD(head)
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
  const sealed = inPieces(pieceBytes, seal)
  sealed.push(head)
  return sealed
}

/** Opens what is written to it, which begins behind the head. */
async function opening(passphrase: string, head: Buffer): Promise<Transform> {
  const key = await keyOf(passphrase, head.subarray(mark.length))
  let number = 0
  return inPieces(sealedBytes, (piece, isLast) => {
    if (piece.length < tagBytes) throw new SealedDumpError(wrongKey)
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number++, isLast))
    decipher.setAAD(head)
    decipher.setAuthTag(piece.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new SealedDumpError(wrongKey)
    }
  })
}

/** Hands on what `work` makes of each piece. The last one, which may be empty, is known as such at the end alone. */
function inPieces(size: number, work: (piece: Buffer, isLast: boolean) => Buffer): Transform {
  let pending = Buffer.alloc(0)
  const attempt = (done: TransformCallback, make: () => void) => {
    try {
      make()
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      attempt(done, () => {
        pending = Buffer.concat([pending, chunk])
        while (pending.length > size) {
          this.push(work(pending.subarray(0, size), false))
          pending = pending.subarray(size)
        }
      })
    },
    flush(done) {
      attempt(done, () => void this.push(work(pending, true)))
    },
  })
}

/**
 * The dump in `input`, opened where it is sealed. `passphrase` is null without a key. Throws `SealedDumpError` for a sealed one without a
 * key, for one that the key does not open, and for a plain one with a key, which somebody may have put in the place of the sealed one.
 */
export async function* opened(
  input: AsyncIterable<Buffer>,
  passphrase: string | null,
): AsyncGenerator<Buffer> {
  const chunks = input[Symbol.asyncIterator]()
  let begin = Buffer.alloc(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    begin = Buffer.concat([begin, next.value])
    if (begin.length >= headBytes) break
  }
  if (!isSealed(begin)) {
    if (passphrase !== null)
      throw new SealedDumpError("This dump is not encrypted. Restore it without --key-file.")
    yield begin
    yield* { [Symbol.asyncIterator]: () => chunks }
    return
  }
  if (passphrase === null)
    throw new SealedDumpError("This dump is encrypted. Name the file with its key by --key-file.")
  if (begin.length < headBytes) throw new SealedDumpError(wrongKey)
  const opener = await opening(passphrase, begin.subarray(0, headBytes))
  const rest = async function* () {
    yield begin.subarray(headBytes)
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  // The reader of the opener meets its error, and that of the input.
  pipeline(rest(), opener).catch(() => undefined)
  yield* opener
}
