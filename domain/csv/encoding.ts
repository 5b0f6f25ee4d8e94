/** UTF-16 by its byte order mark, as Excel writes "Unicode Text"; null for bytes without one. */
export function encodingByMark([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : null
}
