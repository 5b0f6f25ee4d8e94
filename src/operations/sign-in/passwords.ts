/** Passwords are kept as scrypt hashes, `scrypt$N$r$p$salt$hash`, each with the parameters that it was made with. */
import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto"
import type { Random } from "../../ports.ts"

const cost = { N: 2 ** 15, r: 8, p: 1 }
const saltBytes = 16
const hashBytes = 32

export async function hashPassword(random: Random, password: string): Promise<string> {
  const salt = Buffer.from(random.bytes(saltBytes))
  const hash = await derive(password, salt, cost)
  return written(salt, hash)
}

/** Compared when the email is unknown: as slow as a password's hash, and never right. */
export const hashOfUnknownUser = written(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

export async function passwordFits(kept: string, password: string): Promise<boolean> {
  const [, n, r, p, salt = "", hash = ""] = kept.split("$")
  const expected = Buffer.from(hash, "base64url")
  const made = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(made, expected)
}

function written(salt: Buffer, hash: Buffer): string {
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), hash.toString("base64url")].join("$")
}

/** Same letters, same bytes: composed and decomposed accents count as one password. */
function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  const limits: ScryptOptions = { ...options, maxmem: 256 * options.N * options.r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, hashBytes, limits, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
