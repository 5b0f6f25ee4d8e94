/** The example dashboard, the alert rules and the runbook name what the service shows. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createBudget } from "../../service/platform/budget/budget.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { createMetrics } from "../../service/ways-in/health/metrics.ts"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const alerts = [
  ...read("packaging/monitoring/alerts.yml").matchAll(
    /- alert: (\w+)\n\s+expr: (.*)\n(?:.*\n)*?.*runbook: "(.*)"/g,
  ),
]
const dashboard = JSON.parse(read("packaging/monitoring/dashboard.json")) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** Names of figures in an expression of Prometheus: what is neither a function, a label nor in quotes. */
const figuresIn = (expression: string) =>
  [...expression.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, "").matchAll(/\b([a-z_]+)\b(?!\s*\()/g)]
    .map((match) => match[1]!)
    .filter((name) => name !== "by")

it("SO-09 dashboard and alerts ask for figures that every process shows", async () => {
  const away = openDatabase({
    connection: { connectionString: "postgresql://127.0.0.1:1/none" },
    poolSize: 1,
  })
  const text = await createMetrics({
    db: away,
    long: { db: away, readDb: away },
    clock: { now: Date.now },
    budget: createBudget(),
  }).text()
  await away.close()
  const shown = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map((match) => match[1]!))
  const expressions = [
    ...alerts.map(([, , expression]) => expression!),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  expect(expressions.length).toBeGreaterThan(15)
  const asked = [...new Set(expressions.flatMap(figuresIn))].map((name) => name.replace(/_bucket$/, ""))
  expect(asked.length).toBeGreaterThan(10)
  // `up` is Prometheus's own.
  expect(asked.filter((name) => name !== "up" && !shown.has(name))).toEqual([])
})

it("SO-09 each alert leads to a symptom in the runbook", () => {
  const headings = [...read("docs/runbook.md").matchAll(/^## (.*)$/gm)].map(
    ([, heading]) =>
      `docs/runbook.md#${heading!
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-")}`,
  )
  expect(alerts.length).toBeGreaterThan(6)
  for (const [, name, , place] of alerts) expect(headings, name).toContain(place)
})
