import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { cli, makeDirectory, type Outcome } from "../../../test/support/processes.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { type Story, tellStory } from "../../../test/support/story.ts"

const directory = makeDirectory()
const line = "+15125550100"
let service: TestService
let story: Story
let keyFile: string

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  for (const kind of ["voice", "sms"]) await service.api("POST", "/channels", { kind, phone: line })
  keyFile = join(directory.path, "demo.json")
  writeFileSync(keyFile, JSON.stringify({ api_key: service.key, caller_phone: "+15125550123" }))
})
afterAll(async () => {
  await service.stop()
  directory.remove()
})

const talk = (args: readonly string[], lines: readonly string[]): Promise<Outcome> =>
  cli(["agent", "talk", "--url", service.apiUrl, ...args], {}, lines.join("\n"))

const toldIn = ({ stdout }: Outcome) =>
  stdout
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text))

it("plays a whole conversation out of a file: search, book, the same again, move, cancel", async () => {
  const search = `find_slots appointment_type_id=${story.typeId} start_date=2027-03-02 end_date=2027-03-05`
  const first = await talk(
    ["--key-file", keyFile, "--json"],
    ["# Sam calls", "list_appointment_types", search, "take 1", "again"],
  )
  expect(first).toMatchObject({ code: 0, stderr: "" })
  const [begun, types, found, booked, again] = toldIn(first)
  expect(begun).toMatchObject({
    tool: "conversation-init",
    status: 200,
    inputs: { caller_id: "+15125550123", called_number: line },
    answer: { dynamic_variables: { customer_first_name: "Sam", channel: "voice" } },
  })
  expect(types.say).toBe("You can book Boiler service.")
  const { start_time, say } = found.answer.data.recommended[0]
  expect(say).toBe("Tuesday, March 2 at 9:00 AM")
  expect(found.say).toContain("Tuesday, March 2 at 9 AM")
  expect(booked).toMatchObject({ tool: "book_appointment", status: 201, answer: { data: { start_time } } })
  expect(again).toEqual(booked)

  const id = booked.answer.data.id
  const moving = `find_slots appointment_id=${id} start_date=2027-03-04 end_date=2027-03-06`
  const second = await talk(
    ["--key-file", keyFile, "--json", "--text"],
    [moving, "take 2", `cancel_appointment {"appointment_id": ${id}}`, "end", "list_my_appointments"],
  )
  const [texted, , moved, cancelled, ...rest] = toldIn(second)
  expect(texted.answer.dynamic_variables.channel).toBe("sms")
  expect(moved).toMatchObject({ tool: "reschedule_appointment", status: 200 })
  expect(cancelled.answer.data).toMatchObject({ id, status: "cancelled" })
  expect(rest).toEqual([])
})

it("tells a person what would be said first, and a mistyped line what was expected", async () => {
  const { code, stdout, stderr } = await talk(
    ["--key", service.key, "--from", "+15125550999", "--to", line],
    [
      "list_my_appointments",
      "cancel_appointment appointment_id=999",
      "dance",
      "find_slots tomorrow",
      "find_slots {start",
      "take 3",
      "again",
      "help",
    ],
  )
  expect(code).toBe(0)
  expect(stdout).toContain(
    "list_my_appointments → 200\n  Say: I find none under the number you're calling from.\n  {\n",
  )
  expect(stdout).toContain("cancel_appointment → ")
  expect(stderr).toContain('There is no tool "dance". See: help\n')
  expect(stderr).toContain('Expected name=value, and met "tomorrow".\n')
  expect(stderr).toContain("That is no JSON: ")
  expect(stderr).toContain("The last search has recommended 0 times.\n")
  expect(stderr).toContain("  book_appointment appointment_type_id provider_id [location_id] start_time")
})

it("says in one line why no conversation can begin", async () => {
  const brokenFile = join(directory.path, "broken.json")
  writeFileSync(brokenFile, '{"api_key": ')
  const unknown = await talk(
    ["--key-file", keyFile, "--to", "+15125550177", "--json"],
    ["list_my_appointments"],
  )
  expect(unknown.code).toBe(1)
  expect(toldIn(unknown)).toMatchObject([{ status: 404, say: "Unknown number" }])
  const calls = [
    [["--to", line], "--key or --key-file is needed"],
    [["--key-file", join(directory.path, "none")], "can't be read"],
    [["--key-file", brokenFile], "holds neither a key alone nor a demo.json"],
    [["--key", "sk_wrong_wrong_wrong"], "--to is needed"],
    [
      ["--key", service.key, "--url", "http://127.0.0.1:1"],
      "The service does not answer at http://127.0.0.1:1",
    ],
  ] as const
  for (const [args, message] of calls) {
    const { code, stdout, stderr } = await talk(args, [])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain("    at ")
  }
})

it("exports the platform's folder for an address, and keeps the ids that the platform gave", async () => {
  const out = join(directory.path, "agent")
  mkdirSync(out)
  const site = [
    "--base-url",
    "https://api.harbour.example",
    "--secret-id",
    "Xq2",
    "--company",
    "Harbour Heating",
  ]
  const write = () => cli(["agent", "export", ...site, "--out", out], {})
  expect((await write()).code).toBe(0)
  const registry = JSON.parse(readFileSync(join(out, "tools.json"), "utf8"))
  registry.tools[0].id = "tool_1"
  writeFileSync(join(out, "tools.json"), JSON.stringify(registry))
  expect((await write()).code).toBe(0)
  expect(JSON.parse(readFileSync(join(out, "tools.json"), "utf8")).tools[0].id).toBe("tool_1")
  const voice = readFileSync(join(out, "agent_configs/voice.json"), "utf8")
  expect(JSON.parse(voice).conversation_config.agent.prompt.tool_ids).toEqual(["tool_1"])
  const all = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n")
  expect(all).toContain("https://api.harbour.example/api/v1/agent/slots")
  expect(all).not.toContain("example.com/")
  const wrong = await cli(["agent", "export", ...site.with(1, "api.example"), "--out", out], {})
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("--base-url: expected an address") })
})
