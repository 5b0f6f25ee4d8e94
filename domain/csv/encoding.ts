/** UTF-16 by its byte order mark, as Excel writes "Unicode Text"; null for bytes without one. */
export function encodingByMark([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : null
}

/** Workbooks, which are archives, old ones of Excel, and PDFs. */
const otherFiles = ["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0", "%PDF-"]

/** So far from the beginning of a file a byte that no text has is looked for. */
const lookedAt = 4_096

/** True where a file with this beginning is text: people choose workbooks for tables. UTF-16 without a mark is taken for none. */
export function isText(bytes: Uint8Array): boolean {
  if (encodingByMark(bytes) !== null) return true
  const begins = String.fromCharCode(...bytes.subarray(0, 8))
  return !otherFiles.some((file) => begins.startsWith(file)) && !bytes.subarray(0, lookedAt).includes(0)
}
