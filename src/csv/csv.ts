/**
 * Comma-separated values as RFC 4180 has them and as spreadsheets write them: a BOM, quotes, line breaks within quotes, CRLF
 * or LF, and commas, semicolons or tabs between the cells, whichever the first line has most of.
 */

export interface CsvReader {
  /** The rows that are complete with this piece of the file. */
  push(piece: string): string[][]
  /** The last row, which may have no line break. Throws `CsvError` when the file ends within quotes. */
  end(): string[][]
}

/** The file is no CSV. `line` counts lines of the file from 1. */
export class CsvError extends Error {
  override readonly name = "CsvError"
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Reads a file piece by piece, so that one of any size needs little memory. Lines without a visible character are left out. */
export function csvReader(): CsvReader {
  let delimiter: string | null = null
  /** Before the delimiter is known: the beginning of the file. */
  let head = ""
  let row: string[] = []
  let cell = ""
  let state: "cell" | "quoted" | "quote_in_quoted" = "cell"
  let line = 1
  let quotedSince = 1
  let afterReturn = false

  function endRow(rows: string[][]): void {
    row.push(cell)
    cell = ""
    if (row.some((each) => each.trim() !== "")) rows.push(row)
    row = []
  }

  function read(text: string): string[][] {
    const rows: string[][] = []
    for (const sign of text) {
      if (sign === "\n") line += 1
      const isSecondHalf = afterReturn && sign === "\n"
      afterReturn = false
      if (state === "quoted") {
        if (sign === '"') state = "quote_in_quoted"
        else cell += sign
      } else if (state === "quote_in_quoted" && sign === '"') {
        cell += sign
        state = "quoted"
      } else if (sign === delimiter) {
        row.push(cell)
        cell = ""
        state = "cell"
      } else if (sign === "\n" || sign === "\r") {
        state = "cell"
        afterReturn = sign === "\r"
        if (!isSecondHalf) endRow(rows)
      } else if (sign === '"' && state === "cell" && cell.trim() === "") {
        cell = ""
        state = "quoted"
        quotedSince = line
      } else {
        state = "cell"
        cell += sign
      }
    }
    return rows
  }

  return {
    push(piece) {
      if (delimiter !== null) return read(piece)
      head += piece
      const first = firstLine(head)
      if (first === null) return []
      delimiter = delimiterOf(first)
      return read(head.replace(/^\ufeff/, ""))
    },
    end() {
      const rows: string[][] = []
      if (delimiter === null) {
        delimiter = delimiterOf(head)
        rows.push(...read(head.replace(/^\ufeff/, "")))
      }
      if (state === "quoted") throw new CsvError(quotedSince, "a quote is opened and never closed")
      endRow(rows)
      return rows
    },
  }
}

/** The first line, which ends outside of quotes; null while it has not ended. */
function firstLine(text: string): string | null {
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && (text[at] === "\n" || text[at] === "\r") && at > 0) return text.slice(0, at)
  }
  return null
}

function delimiterOf(line: string): string {
  const outsideQuotes = line.replace(/"[^"]*"/g, "")
  const count = (delimiter: string) => outsideQuotes.split(delimiter).length
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** All rows of a text. */
export function readCsv(text: string): string[][] {
  const reader = csvReader()
  return [...reader.push(text), ...reader.end()]
}

export type CsvCell = string | number | boolean | null

/** One line with its end, for other programs and for spreadsheets. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(",")}\r\n`

/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
function csvCell(value: CsvCell): string {
  if (value === null) return ""
  const text = String(value)
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
