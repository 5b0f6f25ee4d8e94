/** A hand that imports another system's file in the console, as a person does who looks at each step. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { Cell } from "../../domain/csv/cells.ts"
import { readCsv } from "../../domain/csv/csv.ts"
import { encodingByMark } from "../../domain/csv/encoding.ts"
import { sourceNames } from "../../domain/csv/known-exports.ts"
import { headerAt } from "../../domain/csv/known-files.ts"
import { type OthersExport, pathOfExport } from "../support/exports-of-others.ts"

/** As the English console titles the cells that files need a hand for. */
const titleOf: Partial<Record<Cell, string>> = {
  email: "Email",
  external_ref: "Their reference",
  appointment_type: "Type",
  provider: "Provider",
}

const stateOf: Readonly<Record<string, string>> = { no: "Takes place", yes: "Cancelled or over" }

/** The file is chosen, its columns and words are explained where the console asks. */
export async function chooseExport(page: Page, file: OthersExport): Promise<void> {
  const { columns = {}, same = {}, matches = {}, dates, source } = file
  await page.getByLabel("Choose a file").setInputFiles(pathOfExport(file.name))
  const known = source === "own" ? /^(Recognised|Say which is which)$/ : `An export of ${sourceNames[source]}`
  await page.getByText(known, { exact: true }).waitFor()
  for (const [cell, title] of Object.entries(columns)) {
    const choice = page.getByLabel(titleOf[cell as Cell]!, { exact: true })
    if (!(await choice.isVisible())) await page.getByText("Which column holds what").click()
    await choice.selectOption({ label: title })
  }
  for (const [cell, text] of Object.entries(same))
    await page.getByLabel(`${titleOf[cell as Cell]} of every row`).selectOption({ label: text })
  for (const [cell, meant] of Object.entries(matches))
    for (const [theirs, ours] of Object.entries(meant)) {
      const label = cell === "cancelled" ? stateOf[ours]! : ours
      await page.getByLabel(theirs, { exact: true }).selectOption({ label })
    }
  if (dates) await page.getByLabel("Dates are written").selectOption(dates)
}

/** Each column of the file is a cell's, stands beside another of the cell, says what a number is, or is named as left out. */
export async function expectEachColumnShown(page: Page, { name }: OthersExport): Promise<void> {
  const said = await page.locator(".import-card").evaluate((card) => ({
    chosen: [...card.querySelectorAll("select")].map((each) => each.selectedOptions[0]?.textContent ?? ""),
    hints: [...card.querySelectorAll(".hint")].map((each) => each.textContent ?? ""),
  }))
  const listed = (before: string) =>
    said.hints
      .filter((hint) => hint.startsWith(before))
      .flatMap((hint) => hint.slice(before.length).split(", "))
  const taken = [...said.chosen, ...listed("Also from ")]
  const leftOut = listed("Columns that are not taken: ")
  const labels = taken.map((title) => title.replace(/Value$/, "Label"))
  for (const title of titlesIn(name)) {
    const isTaken = taken.includes(title) || (labels.includes(title) && !leftOut.includes(title))
    expect([title, isTaken], `${name}: taken, or named as left out`).toEqual([
      title,
      !leftOut.includes(title),
    ])
  }
  expect(leftOut.length).toBeGreaterThan(0)
}

function titlesIn(name: string): string[] {
  const bytes = readFileSync(pathOfExport(name))
  const rows = readCsv(new TextDecoder(encodingByMark(bytes) ?? "utf-8").decode(bytes)).map(
    ({ cells }) => cells,
  )
  return rows[headerAt(rows)]!.map((title) => title.trim()).filter((title) => title !== "")
}
