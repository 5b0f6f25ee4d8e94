/**
 * Passwords are kept as argon2id hashes in the usual form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, each with the costs that
 * it was made with. 19 MiB and two passes are among OWASP's recommendations: some 40 ms.
 */
import { argon2, timingSafeEqual } from "node:crypto"
import type { Random } from "../platform/ports.ts"
import { spendingThread } from "../platform/spending.ts"
import { createTurns } from "../platform/turns.ts"

export interface PasswordCost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a kept hash, for an unknown email or a user without a password, it takes as long and is never right. */
  fits(kept: string | null, password: string): Promise<boolean>
}

const usualCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
/** Node's other threads stay free for what answers need: packing them, and looking names up. */
const hashesAtOnce = 2

/** @param cost of new hashes; tests give a low one. */
export function createPasswords(random: Random, cost: PasswordCost = usualCost): Passwords {
  const turns = createTurns(hashesAtOnce)
  const derive = async (password: string, salt: Buffer, used: PasswordCost) => {
    using _turn = await turns.enter(0)
    return spendingThread(() => argon2idOf(password, salt, used))
  }
  const ofUnknownUser = written(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))
  return {
    async hash(password) {
      const salt = Buffer.from(random.bytes(saltBytes))
      return written(cost, salt, await derive(password, salt, cost))
    },
    async fits(kept, password) {
      const { used, salt, hash } = read(kept ?? ofUnknownUser)
      return timingSafeEqual(await derive(password, salt, used), hash)
    },
  }
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function read(kept: string) {
  const [, memory, passes, parallelism, salt, hash] = form.exec(kept) ?? []
  if (salt === undefined || hash === undefined) throw new Error("a password's hash has an unknown form")
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { used, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") }
}

function written({ memory, passes, parallelism }: PasswordCost, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/={1,2}$/, "")
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`
}

/** Same letters, same bytes: composed and decomposed accents count as one password. */
function argon2idOf(password: string, nonce: Buffer, used: PasswordCost): Promise<Buffer> {
  const options = { ...used, message: password.normalize("NFKC"), nonce, tagLength: hashBytes }
  return new Promise((resolve, reject) => {
    argon2("argon2id", options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}
