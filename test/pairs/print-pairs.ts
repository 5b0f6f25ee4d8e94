/** Writes `docs/pairs.md`. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type CapabilityName, capabilities } from "./capabilities.ts"
import { type Cell, cells, deedCells, type Fate, outsideCells, pairCells, silentCells } from "./cells.ts"
import { deeds, outsides } from "./deeds-and-outside.ts"
import { refusedDeeds } from "./follow-rows.ts"
import { refusedPairs } from "./refused-pairs.ts"

const names = capabilities.map(({ name }) => name)
const signs: Record<Fate["is"], string> = {
  proven: "✓",
  refused: "✗",
  choice: "○",
  otherwise: "–",
  silent: "?",
}
const count = (is: Fate["is"]) => cells.filter(({ fate }) => fate.is === is).length

export function pairsText(): string {
  return [
    "# Every two capabilities together",
    "",
    "Printed from `test/pairs` by `npm run generate`. Each capability of an appointment is tried with each other one, with what is done with",
    "appointments, and with what may be wrong outside.",
    "",
    `✓ proven by a test (${count("proven")}), ✗ refused in words (${count("refused")}), ○ two choices of one setting (${count("choice")}),`,
    `– nothing that could be done (${count("otherwise")}), ? no test says what happens (\`pairs.silent\`: ${silentCells.length}).`,
    "",
    "A proven pair is offered by a search and by both explanations, booked in the way of both, takes exactly the minutes that this document's",
    "oracle (`test/pairs/expected-minutes.ts`) works out anew, is offered to nobody else then, is moved, cancelled and reopened, and raises its events",
    "in order.",
    "",
    "## With each other",
    "",
    ...grid(names, pairCells),
    "",
    "## With what is done",
    "",
    ...grid(deeds, deedCells),
    "",
    "## With what is outside",
    "",
    ...grid(outsides, outsideCells),
    "",
    "## Refused",
    "",
    "| | says | who would miss it | why |",
    "|---|---|---|---|",
    ...refusedPairs.map(
      ({ pair, says, missedBy, because }) =>
        `| ${pair.join(" × ")} | \`${says}\` | ${missedBy} | ${because} |`,
    ),
    ...refusedDeeds.map(
      ({ of, what, says, missedBy }) => `| ${of} × ${what} | \`${says}\` | ${missedBy} | |`,
    ),
    "",
    "## Nothing that could be done",
    "",
    ...reasons(),
    "",
  ].join("\n")
}

function grid(columns: readonly string[], of: readonly Cell[]): string[] {
  const sign = (one: CapabilityName, other: string) => {
    const cell = of.find(
      (each) =>
        (each.capability === one && each.with === other) || (each.capability === other && each.with === one),
    )
    return cell ? signs[cell.fate.is] : ""
  }
  return [
    `| | ${columns.join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...names.map((one) => `| **${one}** | ${columns.map((other) => sign(one, other)).join(" | ")} |`),
  ]
}

function reasons(): string[] {
  const all = cells.flatMap(({ capability, with: what, fate }) =>
    fate.is === "otherwise" ? { because: fate.because, what, capability } : [],
  )
  return [...Map.groupBy(all, ({ because, what }) => `**${what}**: ${because}`)].map(
    ([text, of]) => `- ${text} (${of.map(({ capability }) => capability).join(", ")})`,
  )
}

export const pairsPath = join(import.meta.dirname, "../../docs/pairs.md")

if (import.meta.main) writeFileSync(pairsPath, pairsText())
