import { encodingByMark } from "../../domain/csv/encoding.ts"

/** The text of a file that a person chose: UTF-16 by its mark, UTF-8, or what Excel writes on Windows. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  const marked = encodingByMark(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 2)))
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
