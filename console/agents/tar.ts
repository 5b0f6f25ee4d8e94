/** A folder of texts as one file that every computer unpacks: an archive in the format ustar. */

interface File {
  path: string
  text: string
}

const blockBytes = 512

/** @param at when the files were written, epoch milliseconds */
export function archived(files: readonly File[], at: number): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap(({ path, text }) => {
    const content = new TextEncoder().encode(text)
    const padding = new Uint8Array(-content.length & (blockBytes - 1))
    return [headerOf(path, content.length, at), content, padding]
  })
  const whole = [...parts, new Uint8Array(2 * blockBytes)]
  const archive = new Uint8Array(whole.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of whole) {
    archive.set(part, offset)
    offset += part.length
  }
  return archive
}

/** The offsets of the fields: name, mode, owner, group, size, time, checksum, kind, and the format's own name. */
function headerOf(path: string, size: number, at: number): Uint8Array {
  const header = new Uint8Array(blockBytes)
  const write = (text: string, offset: number) => header.set(new TextEncoder().encode(text), offset)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0")
  write(path, 0)
  write(octal(0o644, 7), 100)
  write(octal(0, 7), 108)
  write(octal(0, 7), 116)
  write(octal(size, 11), 124)
  write(octal(Math.floor(at / 1_000), 11), 136)
  write(" ".repeat(8), 148)
  write("0", 156)
  write("ustar\u000000", 257)
  // Over the whole header, its own field taken as spaces.
  const sum = header.reduce((total, byte) => total + byte, 0)
  write(`${octal(sum, 6)}\u0000 `, 148)
  return header
}
