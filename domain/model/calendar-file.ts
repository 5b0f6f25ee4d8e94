/** How iCalendar files (RFC 5545) write times, texts and long lines. */

export const utcText = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`

export function escapedText(text: string): string {
  return text
    .replace(/\\/g, "\\\\")
    .replace(/[;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ")
}

/** Lines of at most 75 bytes, continued with a space, never cut inside a character. */
export function foldedLine(line: string): string {
  const parts: string[] = []
  let part = ""
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      parts.push(part)
      part = " "
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join("\r\n")
}
