import { CsvError } from "../../domain/csv/csv.ts"
import { encodingByMark, isText } from "../../domain/csv/encoding.ts"
import type { useWords } from "../words/words.ts"

/** The file is a workbook or another program's, and no text. */
class NoTextError extends Error {
  override readonly name = "NoTextError"
}

/** The text of a file that a person chose: UTF-16 by its mark, UTF-8, or what Excel writes on Windows. Throws where it is no text. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  if (!isText(new Uint8Array(bytes))) throw new NoTextError(file.name)
  const marked = encodingByMark(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 2)))
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Why a file can't be read as a table, in words. Any other error is thrown on. */
export function whyUnread(error: unknown, { shell }: ReturnType<typeof useWords>): string {
  if (error instanceof NoTextError) return shell.noText
  if (error instanceof CsvError) return shell.openQuote({ line: error.line })
  throw error
}
