import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { cli, makeDirectory, type Service, serve } from "../support/processes.ts"

const root = join(import.meta.dirname, "../..")
const readme = readFileSync(join(root, "README.md"), "utf8")
const directory = makeDirectory()
let database: TestDatabase
let service: Service

beforeAll(async () => {
  database = await createTestDatabase()
  const here = { DATA_DIR: directory.path, DATABASE_URL: database.url, POOL_SIZE: "4" }
  const company = [
    "company",
    "create",
    "--name",
    "Harbour Heating",
    "--timezone",
    "America/Chicago",
    "--json",
  ]
  writeFileSync(join(directory.path, "demo.json"), (await cli(company, here)).stdout)
  service = await serve(here, { script: "bin/cli.js", args: ["serve", "--no-demo"] })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
  directory.remove()
})

/** The tour's commands, against this service, noting the status of each answer. */
function tour(statuses: string): string {
  const [, section = ""] = readme.split("## A tour of five minutes")
  const blocks = [...section.split("\n## ")[0]!.matchAll(/```sh\n([^`]*)```/g)].map((match) => match[1]!)
  const commands = blocks
    .join("\n")
    .replace("http://127.0.0.1:3000", service.ready.base_url!)
    .replace("data/demo.json", join(directory.path, "demo.json"))
  // An event is listed once no older transaction runs on the server, which other files of the suite share.
  const waiting = `case "$*" in *"/events?"*) until command curl "$@" | grep appointment.cancelled; do sleep 0.1; done; esac`
  const noting = `command curl -D "${statuses}.head" "$@"; head -n 1 "${statuses}.head" >> "${statuses}"`
  return `set -euo pipefail\ncurl() { ${waiting} > /dev/null; ${noting}; }\n${commands}`
}

/** Events that are there before the tour begins, as a demo company has them. */
async function eventsBefore(count: number): Promise<void> {
  const [key] = /sk_[^"]*/.exec(readFileSync(join(directory.path, "demo.json"), "utf8"))!
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const url = `${service.ready.base_url}/api/v1${path}`
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: { id: number } }).data
  }
  const { id } = await send("POST", "/webhook-endpoints", {
    url: "https://8.8.8.8/",
    events: ["webhook.test"],
  })
  for (let made = 0; made < count; made += 1)
    for (const enabled of [false, true]) await send("PUT", `/webhook-endpoints/${id}`, { enabled })
}

it("MD-04 the README's tour works as it is written, step by step, and ends with its own events", async () => {
  const { limit } = /events\?order=newest&limit=(?<limit>\d+)/.exec(readme)!.groups!
  await eventsBefore(Number(limit))
  const statuses = join(directory.path, "statuses")
  const shell = spawn("bash", ["-c", tour(statuses)], { stdio: ["ignore", "pipe", "pipe"] })
  const [stdout, stderr] = [text(shell.stdout), text(shell.stderr)]
  const [code] = await once(shell, "close")
  expect({ code, stderr: await stderr }).toEqual({ code: 0, stderr: "" })

  const seen = [...readFileSync(statuses, "utf8").matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) => match[1])
  const made = ["201", "201", "201", "201", "201"]
  const booked = ["200", "200", "201", "200", "200", "200"]
  expect(seen).toEqual([...made, ...booked, "201", "200", "200", "200"])
  const events = ["created", "rescheduled", "cancelled"].map((verb) => `"type":"appointment.${verb}"`)
  const shown = [...(await stdout).matchAll(/"type":"(?:appointment|webhook_endpoint)\.\w+"/g)].map(
    ([type]) => type,
  )
  expect(shown.slice(0, 3)).toEqual(events.toReversed())
})

it("names no file that does not exist", () => {
  const links = [...readme.matchAll(/\]\(([^):]+)\)/g)].map((match) => match[1]!)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})
