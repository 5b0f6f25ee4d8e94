/**
 * Passwords are kept as argon2id hashes in the usual form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, each with the costs that
 * it was made with. 46 MiB and one pass are the first of OWASP's recommendations: some 60 ms.
 */
import { argon2, timingSafeEqual } from "node:crypto"
import type { Random } from "../../ports.ts"

interface Cost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

const cost: Cost = { memory: 47_104, passes: 1, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

export async function hashPassword(random: Random, password: string): Promise<string> {
  const salt = Buffer.from(random.bytes(saltBytes))
  return written(salt, await derive(password, salt, cost))
}

/** Compared when the email is unknown, or its user has no password: as slow as a password's hash, and never right. */
export const hashOfUnknownUser = written(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function passwordFits(kept: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = form.exec(kept) ?? []
  if (salt === undefined || hash === undefined) throw new Error("a password's hash has an unknown form")
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(
    await derive(password, Buffer.from(salt, "base64"), used),
    Buffer.from(hash, "base64"),
  )
}

function written(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = cost
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`
}

/** Same letters, same bytes: composed and decomposed accents count as one password. */
function derive(password: string, nonce: Buffer, used: Cost): Promise<Buffer> {
  const options = { ...used, message: password.normalize("NFKC"), nonce, tagLength: hashBytes }
  return new Promise((resolve, reject) => {
    argon2("argon2id", options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}
