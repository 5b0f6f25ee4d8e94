/** What an image file is, told from its first bytes and not from what its sender says. */

export const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const
export type ImageType = (typeof imageTypes)[number]

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegMark = [0xff, 0xd8, 0xff]
const riffMark = [0x52, 0x49, 0x46, 0x46]
const webpMark = [0x57, 0x45, 0x42, 0x50]

/** Null when it is none of these. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (hasAt(bytes, 0, pngMark)) return "image/png"
  if (hasAt(bytes, 0, jpegMark)) return "image/jpeg"
  if (hasAt(bytes, 0, riffMark) && hasAt(bytes, 8, webpMark)) return "image/webp"
  return null
}

function hasAt(bytes: Uint8Array, offset: number, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[offset + index] === byte)
}
