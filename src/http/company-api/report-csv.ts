/** A report as a file for spreadsheets and other programs: a line for each row, without the total. */

import { csvLine } from "../../csv/csv.ts"
import { type Report, type ReportGrouping, type ReportName, reportFigures } from "../../model/report.ts"

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
  yield report.rows.map((row) => csvLine(columns.map((column) => row[column]!))).join("")
}
