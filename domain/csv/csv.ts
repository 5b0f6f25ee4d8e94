/**
 * Comma-separated values as RFC 4180 has them and as spreadsheets write them: a BOM, quotes, line breaks within quotes, CRLF
 * or LF, and commas, semicolons, tabs or bars between the cells, whichever makes most of the first lines equally long, or what a
 * line `sep=;` says, as Excel writes it.
 */

export interface CsvRow {
  /** The line at which the row begins in the file, counted from 1. */
  line: number
  cells: string[]
}

export interface CsvReader {
  /** The rows that are complete with this piece of the file. */
  push(piece: string): CsvRow[]
  /** The last row, which may have no line break. Throws `CsvError` when the file ends within quotes. */
  end(): CsvRow[]
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
  /** True where the first row only says the delimiter. */
  let isSaid = false
  /** Before the delimiter is known: the beginning of the file, and its first lines. */
  let head = ""
  const first = firstLines()
  let cells: string[] = []
  let cell = ""
  /** True while the cell has only white space. Kept beside it, since a look at a long cell for each quote is quadratic. */
  let isBlank = true
  let state: "cell" | "quoted" | "quote_in_quoted" = "cell"
  let line = 1
  let rowSince = 1
  let quotedSince = 1
  let afterReturn = false

  function add(sign: string): void {
    cell += sign
    isBlank &&= sign.trim() === ""
  }

  function endCell(): void {
    cells.push(cell)
    cell = ""
    isBlank = true
  }

  function endRow(rows: CsvRow[]): void {
    endCell()
    if (cells.some((each) => each.trim() !== "")) rows.push({ line: rowSince, cells })
    cells = []
    rowSince = line
  }

  function read(text: string): CsvRow[] {
    const rows: CsvRow[] = []
    for (const sign of text) {
      const isSecondHalf = afterReturn && sign === "\n"
      const isBreak = sign === "\r" || (sign === "\n" && !isSecondHalf)
      if (isBreak) line += 1
      afterReturn = sign === "\r"
      if (state === "quoted") {
        if (sign === '"') state = "quote_in_quoted"
        else add(sign)
      } else if (state === "quote_in_quoted" && sign === '"') {
        add(sign)
        state = "quoted"
      } else if (sign === delimiter) {
        endCell()
        state = "cell"
      } else if (isBreak) {
        state = "cell"
        endRow(rows)
      } else if (isSecondHalf) {
        // The row has ended with the \r before it.
      } else if (sign === '"' && state === "cell" && isBlank) {
        cell = ""
        state = "quoted"
        quotedSince = line
      } else {
        state = "cell"
        add(sign)
      }
    }
    if (!isSaid || rows.length === 0) return rows
    isSaid = false
    return rows.slice(1)
  }

  function begin(lines: readonly string[]): CsvRow[] {
    const said = /^\ufeff?sep=([,;\t|])\s*$/i.exec(lines[0] ?? "")
    isSaid = said !== null
    delimiter = said?.[1] ?? delimiterOf(lines)
    return read(head.replace(/^\ufeff/, ""))
  }

  return {
    push(piece) {
      if (delimiter !== null) return read(piece)
      head += piece
      const lines = first.push(piece)
      return lines === null ? [] : begin(lines)
    },
    end() {
      const rows: CsvRow[] = []
      if (delimiter === null) rows.push(...begin(first.end()))
      if (state === "quoted") throw new CsvError(quotedSince, "a quote is opened and never closed")
      endRow(rows)
      return rows
    },
  }
}

/** So many lines of a title may stand above the header. */
export const mostTitles = 10

/** The first lines that hold anything, each of which ends outside of quotes. It reads each piece of the file once. */
function firstLines(): { push(piece: string): string[] | null; end(): string[] } {
  const lines: string[] = []
  let line = ""
  let isQuoted = false
  const take = () => {
    if (line.trim() !== "") lines.push(line)
    line = ""
  }
  return {
    push(piece) {
      let from = 0
      for (let at = 0; at < piece.length; at++) {
        if (piece[at] === '"') isQuoted = !isQuoted
        else if (!isQuoted && (piece[at] === "\n" || piece[at] === "\r")) {
          line += piece.slice(from, at)
          take()
          if (lines.length > mostTitles) return lines
          from = at + 1
        }
      }
      line += piece.slice(from)
      return null
    },
    end() {
      take()
      return lines
    },
  }
}

const outsideQuotes = (line: string) => line.replace(/"[^"]*"/g, "")

/** The delimiter by which most lines have equally many cells; of several, the one with the most cells. */
function delimiterOf(lines: readonly string[]): string {
  const outside = lines.map(outsideQuotes)
  const [best] = [",", ";", "\t", "|"]
    .map((delimiter) => ({ delimiter, ...evenness(outside.map((line) => line.split(delimiter).length)) }))
    .sort((a, b) => b.lines - a.lines || b.cells - a.cells)
  return best!.delimiter
}

/** How many lines have the same number of cells, more than one, at the most. */
function evenness(widths: readonly number[]): { lines: number; cells: number } {
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [most] = [...counts].sort(([a, one], [b, other]) => other - one || b - a)
  return most ? { lines: most[1], cells: most[0] } : { lines: 0, cells: 0 }
}

/** All rows of a text. Throws `CsvError`. */
export function readCsv(text: string): CsvRow[] {
  const reader = csvReader()
  return [...reader.push(text), ...reader.end()]
}

/** A text whose first row names the columns. */
export interface CsvTable {
  /** Without space around them and in lower case. */
  heads: readonly string[]
  /** The cells by their heads, without space around them; one that is missing is empty. */
  rows: readonly { line: number; cells: Readonly<Record<string, string>> }[]
}

/** Throws `CsvError`. */
export function readCsvTable(text: string): CsvTable {
  const [first, ...rest] = readCsv(text)
  const heads = first?.cells.map((head) => head.trim().toLowerCase()) ?? []
  const named = (cells: readonly string[]) => heads.map((head, at) => [head, cells[at]?.trim() ?? ""])
  return { heads, rows: rest.map(({ line, cells }) => ({ line, cells: Object.fromEntries(named(cells)) })) }
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
