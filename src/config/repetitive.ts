/**
 * Whether a secret was typed rather than drawn: few different bytes, one block again and again, or bytes that count. Sixteen
 * random hex digits have seven different ones as good as always.
 */
export function isRepetitive(secret: Uint8Array, fewestDifferent = 7): boolean {
  return new Set(secret).size < fewestDifferent || repeatsBlock(secret) || counts(secret)
}

function repeatsBlock(secret: Uint8Array): boolean {
  const lengths = Array.from({ length: Math.floor(secret.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => secret.every((byte, at) => byte === secret[at % length]))
}

function counts(secret: Uint8Array): boolean {
  const steps = secret.slice(1).map((byte, at) => byte - secret[at]!)
  return new Set(steps).size === 1
}
