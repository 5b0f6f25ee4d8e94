/** A report as a file for spreadsheets and other programs: a line for each row, without the total. */

import { csvLine } from "../../../domain/csv/csv.ts"
import {
  type Report,
  type ReportGrouping,
  type ReportName,
  reportFigures,
} from "../../../domain/model/report.ts"
import { inSlices } from "../../platform/slices.ts"

const heads: Record<ReportGrouping, readonly string[]> = {
  day: ["date"],
  week: ["date"],
  month: ["date"],
  weekday: ["weekday"],
  location: ["id", "name"],
  provider: ["id", "name"],
  type: ["id", "name"],
  provider_weekday: ["id", "name", "weekday"],
}

export async function* reportCsv(name: ReportName, report: Report): AsyncIterable<string> {
  const columns = [...heads[report.group_by], ...Object.keys(reportFigures[name])]
  yield csvLine(columns)
  yield await inSlices(lineSteps(columns, report.rows))
}

function* lineSteps(columns: readonly string[], rows: Report["rows"]): Generator<void, string> {
  const lines: string[] = []
  for (const row of rows) {
    lines.push(csvLine(columns.map((column) => row[column]!)))
    yield
  }
  return lines.join("")
}
