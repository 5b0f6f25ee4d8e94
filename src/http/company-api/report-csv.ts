/** A report as a file for spreadsheets and other programs: a line for each row, without the total. */

import { csvLine } from "../../csv/csv.ts"
import { type Report, type ReportName, reportFigures } from "../../model/report.ts"

export async function* reportCsv(name: ReportName, report: Report): AsyncIterable<string> {
  const head = report.group_by === "day" || report.group_by === "week" || report.group_by === "month"
  const columns = [...(head ? ["date"] : ["id", "name"]), ...Object.keys(reportFigures[name])]
  yield csvLine(columns)
  yield report.rows.map((row) => csvLine(columns.map((column) => row[column]!))).join("")
}
