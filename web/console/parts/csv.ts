/**
 * Reads CSV as spreadsheets write it (RFC 4180): quoted cells with separators, quotes and line breaks in them, any line
 * ends, a byte order mark; separated by commas, semicolons or tabs, by the one that the first line has most of.
 */

export interface CsvRow {
  /** Where the row begins in the file, counted from 1. */
  line: number
  /** By the heads. A cell that is missing is empty. */
  cells: Readonly<Record<string, string>>
}

export interface Csv {
  /** As in the first line, but trimmed and in lower case. */
  heads: readonly string[]
  rows: readonly CsvRow[]
}

/** Rows without content are left out. */
export function readCsv(text: string): Csv {
  const content = text.replace(/^\uFEFF/, "")
  const [first, ...rest] = [...recordsOf(content, separatorOf(content))]
  const heads = first?.cells.map((head) => head.trim().toLowerCase()) ?? []
  return {
    heads,
    rows: rest.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(heads.map((head, at) => [head, cells[at]?.trim() ?? ""])),
    })),
  }
}

const separators = [",", ";", "\t"]

function separatorOf(text: string): string {
  const [head = ""] = text.split(/[\r\n]/, 1)
  const countOf = (separator: string) => head.split(separator).length
  return separators.reduce((most, each) => (countOf(each) > countOf(most) ? each : most))
}

function* recordsOf(text: string, separator: string): Generator<{ line: number; cells: string[] }> {
  let cells: string[] = []
  let cell = ""
  let isQuoted = false
  let line = 1
  let firstLine = 1
  const endCell = () => {
    cells.push(cell)
    cell = ""
  }
  // With a line break more, so that the last record ends as all others do.
  const content = `${text}\n`
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at]!
    const isBreak = sign === "\n" || (sign === "\r" && content[at + 1] !== "\n")
    if (isBreak) line += 1
    if (sign === '"') {
      // Written twice within a quoted cell it stands for itself: the second one opens the cell again.
      if (!isQuoted && content[at - 1] === '"') cell += '"'
      isQuoted = !isQuoted
    } else if (isQuoted) cell += sign
    else if (sign === separator) endCell()
    else if (isBreak) {
      endCell()
      if (cells.some((each) => each.trim() !== "")) yield { line: firstLine, cells }
      cells = []
      firstLine = line
    } else if (sign !== "\r") cell += sign
  }
}
