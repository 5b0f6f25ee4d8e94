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

export const chooseBytes = (page: Page, name: string, bytes: string | Buffer) =>
  page
    .getByLabel("Choose a file")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(bytes as string) })

/** Workbooks and PDFs, a file of another kind of rows, one without rows; and columns that a person says one after the other. */
export async function expectToldOfOtherFiles(page: Page): Promise<void> {
  const choose = (name: string, bytes: string | Buffer) => chooseBytes(page, name, bytes)
  await choose("clients.xlsx", Buffer.from("504b030414000600080000002100", "hex"))
  await page.getByText("This is not a CSV file. Save the table as CSV").waitFor()
  await choose("titles.csv", "name,phone\n")
  await page.getByText("The file has titles and no rows below them.").waitFor()
  await choose("people.csv", "Kunde,Rufnummer,Mail\nUma Lang,(512) 555-0391,uma@example.test\n")
  await page.getByText("Say which is which", { exact: true }).waitFor()
  for (const [cell, title] of [
    ["Name", "Kunde"],
    ["Phone", "Rufnummer"],
    ["Email", "Mail"],
  ] as const)
    await page.getByLabel(cell, { exact: true }).selectOption({ label: title })
  await page.getByText("These rows look like customers.").waitFor({ state: "detached" })
  await choose("clients.csv", "name,phone\nUma Lang,(512) 555-0391\n")
  await page.getByText("These rows look like customers.").waitFor()
  await page.getByRole("button", { name: "Read them so" }).click()
  await page.getByText("Recognised", { exact: true }).waitFor()
  await page.getByLabel("Company", { exact: true }).waitFor({ state: "hidden" })
  await page.getByText("Which column holds what").click()
  await page.getByLabel("Company", { exact: true }).selectOption({ label: "The same in every row" })
  await page.getByLabel("Company of every row").fill("Harbour Club")
  await page.getByRole("button", { name: "Check every row" }).click()
  await page.getByRole("heading", { name: "1 of 1 rows would be new" }).waitFor()
  await page.getByRole("button", { name: "Appointments", exact: true }).click()
}
