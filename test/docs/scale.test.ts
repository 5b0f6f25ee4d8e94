import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

const text = readFileSync("docs/scale.md", "utf8")

/** The number that the pattern's group finds. */
function figure(pattern: RegExp): number {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`docs/scale.md has no ${pattern}`)
  return Number(found.replaceAll(",", ""))
}

it("SO-11 the costs of 10, 1,000 and 100,000 companies follow from the measured figures", () => {
  const writesADay = 50
  const secondsADay =
    writesADay / figure(/\| bookings \| ([\d,]+) for each second/) +
    1_200 *
      (1 / figure(/\| searches \| ([\d,]+) for each second/) + figure(/taken to add ([\d.]+) ms/) / 1_000) +
    100 / figure(/\| deliveries \| ([\d,]+) for each second/)
  const busiestHour = 3 / (10 * 3_600)
  const appointmentsAYear = 40 * 250
  const kilobytes = figure(/An appointment takes ([\d.]+) KB/)
  const kilobytesThatStay = figure(/booking writes; ([\d.]+) KB of it stays/)
  const gigabytes =
    (appointmentsAYear * (kilobytesThatStay + (kilobytes - kilobytesThatStay) / 12)) / 1_000_000
  for (const [companies, digits] of [
    ["10", 3],
    ["1,000", 2],
    ["100,000", 0],
  ] as const) {
    const count = Number(companies.replace(",", ""))
    const seconds = figure(new RegExp(`\\| ${companies} \\| ([\\d,]+) \\|`))
    expect(seconds, `${companies}: seconds`).toBe(Math.round(secondsADay * count))
    const cores = figure(new RegExp(`\\| ${companies} \\| [\\d,]+ \\| ([\\d.]+) \\|`))
    expect(cores, `${companies}: cores`).toBe(
      Number((secondsADay * busiestHour * 1.5 * count).toFixed(digits)),
    )
    const disk = figure(new RegExp(`\\| ${companies} \\| [\\d,]+ \\| [\\d.]+ \\| ([\\d.,]+) GB`))
    expect(disk, `${companies}: disk`).toBe(Number((gigabytes * count).toFixed(count === 10 ? 1 : 0)))
  }
  expect(figure(/the writes, ([\d,]+) a second/)).toBe(Math.round(writesADay * 100_000 * busiestHour))
})
