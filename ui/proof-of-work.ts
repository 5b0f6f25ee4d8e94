/** The bot check that costs a browser some time and asks the visitor nothing. */

export interface ProofChallenge {
  algorithm: "SHA-256"
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

/** The hashes between two pauses, in which the page stays responsive. */
const batch = 500

/**
 * Solves a proof of work: base64 of JSON with the number whose hash with the salt is the challenge.
 *
 * @returns null when no number up to `maxnumber` is right
 */
export async function solveProof(challenge: ProofChallenge): Promise<string | null> {
  const { algorithm, salt, signature, maxnumber } = challenge
  const encoder = new TextEncoder()
  for (let from = 0; from <= maxnumber; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, maxnumber + 1 - from) }, (_, index) => from + index)
    const hashes = await Promise.all(
      numbers.map((number) => crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`))),
    )
    const found = hashes.findIndex((hash) => hex(hash) === challenge.challenge)
    if (found >= 0) {
      return btoa(
        JSON.stringify({ algorithm, challenge: challenge.challenge, number: from + found, salt, signature }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
  return null
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
