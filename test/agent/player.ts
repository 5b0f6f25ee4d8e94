/**
 * Plays a scripted conversation over HTTP: the agent platform's part out of the exported tool configurations, the
 * company's own system by its API, and a clock that is moved on.
 */
import { expect } from "vitest"
import { describeTools } from "../../src/http/agent-api/describe-tools.ts"
import { exampleSite } from "../../src/http/agent-api/platform/agent-config.ts"
import { toolConfigOf } from "../../src/http/agent-api/platform/tool-config.ts"
import { sendTexts } from "../../src/worker/send-texts.ts"
import { samsNumber, strangersNumber } from "../support/agent.ts"
import type { TestService } from "../support/service.ts"
import type { PlayedCarrier } from "../support/texts.ts"
import type { CompanyStep, Fields, Medium, Scripted, Step, ToolStep } from "./conversation.ts"
import { type Platform, requestOf, type Sent, send } from "./platform.ts"
import { endOf } from "./result.ts"
import { openWorld, start, type World } from "./world.ts"

export interface Stage {
  service: TestService
  carrier: PlayedCarrier
}

const configs = new Map(describeTools().map((tool) => [tool.name, toolConfigOf(tool, exampleSite)]))

const callers = { sam: samsNumber, stranger: strangersNumber, hidden: "anonymous" }

interface Play extends Stage {
  world: World
  memory: Record<string, unknown>
  platform: Platform
  last: { step: ToolStep; sent: Sent } | null
}

export async function play(stage: Stage, script: Scripted): Promise<void> {
  stage.service.clock.set(start)
  stage.carrier.sent.length = 0
  const world = await openWorld(stage.service)
  const platform = {
    variables: {},
    secrets: { SECRET_ID: `Bearer ${world.key}` },
    baseUrl: stage.service.apiUrl,
  }
  const playing: Play = { ...stage, world, memory: { ...world.names }, platform, last: null }
  for (const step of script.given ?? []) await actAsCompany(playing, step)
  await begin(playing, script.caller ?? "sam", script.by, script.begins)
  for (const step of script.steps) await act(playing, step)
  if (script.ends) {
    const expected = filled(playing.memory, script.ends) as Fields
    expect(await endOf(stage, world)).toMatchObject(expected)
  }
}

async function act(playing: Play, step: Step): Promise<void> {
  if ("tool" in step) return callTool(playing, step)
  if ("company" in step) return actAsCompany(playing, step)
  if ("calls" in step) return begin(playing, step.calls, step.by, step.begins)
  if ("waitMinutes" in step) return playing.service.clock.advanceMs(step.waitMinutes * 60_000)
  if ("readsCode" in step) return readCode(playing, step.readsCode)
  const { step: before, sent } = playing.last!
  expect(await sendCall(playing, before), `${before.tool} again`).toEqual(sent)
}

async function begin(
  playing: Play,
  caller: keyof typeof callers,
  by: Medium = "voice",
  begins: Fields = {},
): Promise<void> {
  const { world } = playing
  const answer = await world.api("POST", "/agent/conversation-init", {
    caller_id: callers[caller],
    called_number: world.line,
    call_sid: by === "voice" ? "CA1" : "",
  })
  expect(answer.status).toBe(200)
  expect(answer.body.dynamic_variables).toMatchObject(filled(playing.memory, begins) as Fields)
  playing.platform = { ...playing.platform, variables: answer.body.dynamic_variables }
}

async function callTool(playing: Play, step: ToolStep): Promise<void> {
  const expected = filled(playing.memory, step.refuses ?? step.gives ?? {}) as Fields
  const calls = Array.from({ length: step.atOnce ?? 1 }, () => sendCall(playing, step))
  for (const sent of await Promise.all(calls)) {
    const { data, error } = sent.body
    const isRefused = step.refuses !== undefined
    const what = `${step.tool}: ${JSON.stringify(error ?? data).slice(0, 500)}`
    expect(sent.body.success, what).toBe(!isRefused)
    expect(isRefused ? error : data, what).toMatchObject(expected)
    if (step.status !== undefined) expect(sent.status, what).toBe(step.status)
    playing.last = { step, sent }
    if (step.as) playing.memory[step.as] = data ?? error
  }
}

async function sendCall({ memory, platform }: Play, { tool, inputs = {} }: ToolStep): Promise<Sent> {
  const sent = await send(requestOf(configs.get(tool)!, filled(memory, inputs) as Fields, platform))
  delete sent.body.error?.request_id
  return sent
}

async function actAsCompany({ world, memory }: Play, step: CompanyStep): Promise<void> {
  const [method, path] = (filled(memory, step.company.split(" ")) as string[]).map(String)
  const answer = await world.api(method!, pathOf(memory, path!), step.body && filled(memory, step.body))
  const what = `${step.company}: ${JSON.stringify(answer.body)}`
  expect(answer.status, what).toBeLessThan(300)
  if (step.gives) expect(answer.body.data, what).toMatchObject(filled(memory, step.gives) as Fields)
  if (step.as) memory[step.as] = answer.body.data
}

/** `/appointments/$booked.id/cancel` */
const pathOf = (memory: Fields, path: string) =>
  path
    .split("/")
    .map((part) => String(filled(memory, part)))
    .join("/")

/** As the worker sends it, from the company's own number. */
async function readCode({ service, carrier, world, memory }: Play, name: string): Promise<void> {
  await sendTexts(service.context)
  const codes = carrier.sent.filter(({ from }) => from === world.line)
  memory[name] = /\b\d{6}\b/.exec(codes.at(-1)!.body)![0]
}

/** With what is remembered in place of its names. */
function filled(memory: Fields, value: unknown): unknown {
  if (typeof value === "string" && value.startsWith("$")) return remembered(memory, value.slice(1))
  if (typeof value === "string" && value.startsWith("~")) return expect.stringContaining(value.slice(1))
  if (Array.isArray(value)) return value.map((each) => filled(memory, each))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(memory, inner)]))
}

function remembered(memory: Fields, path: string): unknown {
  const value = path.split(".").reduce<unknown>((from, key) => (from as Fields | undefined)?.[key], memory)
  if (value === undefined) throw new Error(`nothing is known as ${path}`)
  return value
}
