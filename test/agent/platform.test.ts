/** The export for the agent platform. The platform's own SDK judges it in `platform-sdk.test.ts`. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { conversationStarted, conversationVariables } from "../../domain/model/agent/session.ts"
import { agentToolsText, describeTools } from "../../service/ways-in/agent-api/describe-tools.ts"
import { exampleSite } from "../../service/ways-in/agent-api/platform/agent-config.ts"
import { knownIds, platformFolder } from "../../service/ways-in/agent-api/platform/folder.ts"
import { otherPlatformFiles } from "../../service/ways-in/agent-api/platform/other-platforms.ts"
import { promptsIn, promptsPath } from "../../service/ways-in/agent-api/platform/prompts.ts"
import { type ToolConfig, toolConfigOf } from "../../service/ways-in/agent-api/platform/tool-config.ts"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { propertiesOf } from "./platform.ts"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const docs = read(promptsPath)
const prompts = promptsIn(docs)
const folder = platformFolder(exampleSite, prompts)
const tools = describeTools()
const configs: ToolConfig[] = tools.map((tool) => toolConfigOf(tool, exampleSite))
const toolNames = tools.map(({ name }) => name)

describe("what is generated", () => {
  it("is committed as it is generated (else: npm run generate)", () => {
    const committed = readdirSync(join(root, "api/agent-platform"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "api/agent-platform/").length))
    expect(committed.sort()).toEqual(Object.keys(folder).sort())
    const stale = Object.entries(folder).filter(([path, text]) => read(`api/agent-platform/${path}`) !== text)
    expect(stale.map(([path]) => path)).toEqual([])
    expect(read("api/agent-tools.json") === agentToolsText(), "agent-tools.json is stale").toBe(true)
  })

  it("AG-17 holds no tool that begins a conversation", () => {
    expect(agentToolsText()).not.toMatch(/conversation.init/)
    expect(JSON.stringify(configs)).not.toMatch(/conversation-init/)
    expect(Object.keys(folder).filter((path) => path.startsWith("tool_configs/"))).toHaveLength(
      agentTools.length,
    )
  })
})

describe.each(configs)("$name", (config) => {
  it("takes each value from exactly one place, and the session from the conversation", () => {
    const properties = propertiesOf(config)
    for (const [name, property] of Object.entries(properties)) {
      const places = ["description", "dynamic_variable", "constant_value"].filter((key) => key in property)
      expect(places, name).toHaveLength(1)
    }
    expect(properties.session_id).toEqual({ type: "string", dynamic_variable: "session_id" })
  })

  it("names its method, holds the key as a secret, and passes refusals on", () => {
    const { method, path } = tools.find(({ name }) => name === config.name)!
    expect(config.api_schema.method).toBe(method)
    expect(config.api_schema.url).toBe(exampleSite.baseUrl + path)
    expect(config.api_schema.request_headers).toEqual({ Authorization: { secret_id: "SECRET_ID" } })
    expect(config.tool_error_handling_mode).toBe("passthrough")
    expect(config.response_timeout_secs).toBeGreaterThanOrEqual(5)
    expect(config.response_timeout_secs).toBeLessThanOrEqual(300)
  })
})

describe.each(["voice", "text"] as const)("the %s agent", (medium) => {
  const agent = JSON.parse(folder[`agent_configs/${medium}.json`]!)
  const prompt = prompts[medium]

  it("AG-14 is told every variable of conversation-init, and its prompt uses no other", () => {
    const variables = Object.keys(conversationVariables.shape)
    const { dynamic_variable_placeholders: placeholders } = agent.conversation_config.agent.dynamic_variables
    expect(Object.keys(placeholders)).toEqual(variables)
    const used = [...prompt.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !variables.includes(name!))).toEqual([])
    // It is bound in the tools; a model that has read it might say it.
    expect(used).not.toContain("session_id")
  })

  it("AG-15 is told to offer up to three, with the weekday, and to invent nothing", () => {
    expect(prompt).toMatch(/[Oo]ffer up to three of `recommended`/)
    expect(prompt).toMatch(/date is always (said|written) with its weekday/)
    expect(prompt).toMatch(/Never invent, round or guess a\s+time/)
    expect(prompt).toMatch(/give the reason in `say`/)
  })

  it("AV-20 knows questions, seats, lengths, several services and what the office confirms, and has guardrails", () => {
    expect(prompt).toMatch(/^# Guardrails$/m)
    for (const word of [
      "tell_first",
      "duration_options",
      "seats",
      "then_type_ids",
      "`ask`",
      "answers",
      "not_booked_yet",
    ])
      expect(prompt, word).toContain(word)
  })

  it("is told of every tool, and of no other", () => {
    const named = [...prompt.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([word]) => word)
    const inputs = tools.flatMap(({ input_schema, output_schema }) => [
      ...Object.keys(input_schema.properties),
      ...Object.keys((output_schema as { properties: object }).properties),
    ])
    const own = ["transfer_to_number", "end_call"]
    const known = [...toolNames, ...own, ...inputs, ...Object.keys(conversationVariables.shape)]
    const strange = named.filter((word) => !known.includes(word))
    expect([...new Set(strange)].sort()).toEqual([
      ...["can_be_changed", "duration_options", "goes_with_others", "scheduling_request", "tell_first"],
    ])
    expect(toolNames.filter((name) => !named.includes(name))).toEqual([])
  })
})

const agentFor = (medium: "voice" | "text", transferPhone: string | null) => {
  const files = platformFolder({ ...exampleSite, transferPhone }, prompts)
  return JSON.parse(files[`agent_configs/${medium}.json`]!)
}

it("AV-08 the phone agent holds the platform's own tools to end the call, and to transfer it where a number is set", () => {
  const toolsOf = (agent: ReturnType<typeof agentFor>) =>
    agent.conversation_config.agent.prompt.built_in_tools ?? {}
  const number = "+15125550111"
  const withNumber = agentFor("voice", number)
  expect(Object.keys(toolsOf(withNumber))).toEqual(["end_call", "transfer_to_number"])
  expect(toolsOf(withNumber).transfer_to_number.params.transfers).toMatchObject([
    { transfer_destination: { type: "phone", phone_number: number } },
  ])
  expect(Object.keys(toolsOf(agentFor("voice", null)))).toEqual(["end_call"])
  expect(toolsOf(agentFor("text", number))).toEqual({})
})

it("AV-08 no prompt promises what its agent has no tool for", () => {
  for (const medium of ["voice", "text"] as const) {
    for (const transferPhone of ["+15125550111", null]) {
      const { prompt, built_in_tools: own = {} } = agentFor(medium, transferPhone).conversation_config.agent
        .prompt
      expect(prompt).not.toMatch(/\(if calls|\(otherwise/)
      for (const tool of ["transfer_to_number", "end_call"]) expect(prompt.includes(tool)).toBe(tool in own)
    }
  }
})

it("what the platform has already is changed, and not made once more", () => {
  const registry = { tools: [{ type: "webhook", config: "tool_configs/find_slots.json", id: "tool_7" }] }
  const agents = { agents: [{ config: "agent_configs/voice.json", id: "agent_9" }] }
  const known = knownIds([JSON.stringify(registry), JSON.stringify(agents)])
  const again = platformFolder({ ...exampleSite, companyName: "Harbour Heating" }, prompts, known)
  expect(JSON.parse(again["tools.json"]!).tools).toContainEqual(registry.tools[0])
  expect(JSON.parse(again["agents.json"]!).agents).toContainEqual(agents.agents[0])
  const voice = JSON.parse(again["agent_configs/voice.json"]!)
  expect(voice.conversation_config.agent.prompt.tool_ids).toEqual(["tool_7"])
  expect(voice.conversation_config.agent.prompt.prompt).toContain("for Harbour Heating.")
  expect(JSON.stringify(again)).not.toContain("[company name]")
  expect(knownIds([null, null])).toEqual({})
})

it("GE-03 names the service in nothing that a customer could hear", () => {
  expect(JSON.stringify(folder)).not.toMatch(/appointed/i)
})

it("AG-14 docs/agents.md shows every variable with which a conversation begins", () => {
  const [, example] = /```json\n(\{"type":"conversation_initiation_client_data"[\s\S]*?)\n```/.exec(docs)!
  expect(conversationStarted.strict().safeParse(JSON.parse(example!)).error).toBeUndefined()
})

it("AG-05 docs/agents.md tells of every tool with its method and path", () => {
  for (const { method, path, tool } of agentTools) {
    expect(docs).toContain(`| \`${tool.name}\` | \`${method} ${path}\` |`)
  }
})

describe("AV-23 the exports in each language", () => {
  it.each(["es", "fr"] as const)(
    "%s: begin their conversations with it, greet in it and tell the model so",
    (language) => {
      const site = { ...exampleSite, companyName: "Harbour Heating", language }
      const files = platformFolder(site, prompts)
      const voice = JSON.parse(files["agent_configs/voice.json"]!)
      const { agent } = voice.conversation_config
      const { workspace_overrides: workspace } = voice.platform_settings
      expect(workspace.conversation_initiation_client_data_webhook.url).toMatch(
        new RegExp(`/conversation-init\\?language=${language}$`),
      )
      expect(agent.language).toBe(language)
      expect(agent.dynamic_variables.dynamic_variable_placeholders.greeting).toMatch(
        language === "es" ? /^Gracias por llamar a Harbour/ : /^Merci d’appeler Harbour/,
      )
      for (const medium of ["voice", "text"] as const)
        expect(files[`prompts/${medium}.md`]).toMatch(/^# Language$/m)
      const [retell] = otherPlatformFiles("retell", site, prompts).slice(1)
      expect(JSON.parse(retell!.text).language).toBe({ es: "es-419", fr: "fr-CA" }[language])
      const [vapi] = otherPlatformFiles("vapi", site, prompts)
      expect(JSON.parse(vapi!.text).transcriber.language).toBe({ es: "es-419", fr: "fr-CA" }[language])
    },
  )

  it("AV-22 AV-24 Retell and Vapi have agents for calls and for chats, with the platform's own names and no limits", () => {
    const site = { ...exampleSite, transferPhone: "+15125550111" }
    const [engine, agent, chat, chatAgent] = otherPlatformFiles("retell", site, prompts).map(({ text }) =>
      JSON.parse(text),
    )
    expect(
      engine.general_tools.every(
        (tool: { type: string; max_retry?: number }) => tool.type !== "custom" || tool.max_retry === 1,
      ),
    ).toBe(true)
    expect(agent).toMatchObject({ response_engine: { type: "retell-llm" }, language: "en-US" })
    expect([chat.begin_message, chatAgent.voice_id]).toEqual([undefined, undefined])
    const [voice, text] = otherPlatformFiles("vapi", site, prompts).map(({ text }) => JSON.parse(text))
    const own = voice.model.tools.filter(({ type }: { type: string }) => type !== "function")
    expect(
      own.map(({ type, function: named }: { type: string; function?: object }) => [type, named]),
    ).toEqual([
      ["endCall", undefined],
      ["transferCall", undefined],
    ])
    const [{ content }] = voice.model.messages
    expect(content).toMatch(/transferCall/)
    expect(content).not.toMatch(/transfer_to_number|end_call/)
    expect(text.model.tools.every(({ type }: { type: string }) => type === "function")).toBe(true)
  })
})
