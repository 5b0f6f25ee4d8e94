/** The type of a file, by its first bytes. Neither its name nor its sender's word counts. */

/** A photo of these kinds is written anew; a PDF is kept as it is. */
export type FoundType = "jpeg" | "png" | "webp" | "gif" | "avif" | "pdf"

/** So many bytes from the beginning are enough. */
export const bytesToJudge = 32

const startsWith = (head: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => head[at + index] === byte)

const ascii = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0))

/** Null for everything else: SVG and HTML have no such signature, and other programs' files are not taken. */
export function typeOfContent(head: Uint8Array): FoundType | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return "jpeg"
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png"
  if (startsWith(head, ascii("RIFF")) && startsWith(head, ascii("WEBP"), 8)) return "webp"
  if (startsWith(head, ascii("GIF87a")) || startsWith(head, ascii("GIF89a"))) return "gif"
  if (startsWith(head, ascii("ftypavif"), 4)) return "avif"
  if (startsWith(head, ascii("%PDF-1.")) || startsWith(head, ascii("%PDF-2."))) return "pdf"
  return null
}

/** A PDF ends with its mark; bytes behind it are another file's. */
export function isWholePdf(tail: Uint8Array): boolean {
  const text = Buffer.from(tail).toString("latin1")
  const end = text.lastIndexOf("%%EOF")
  return end >= 0 && /^[\s\0]*$/.test(text.slice(end + "%%EOF".length))
}
