/** The export for the agent platform, judged by the platform's own published SDK, and what it costs a model to read. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { openTokenizer } from "../../bench/agent/count-tokens.ts"
import { fromTrials, pathInTrials } from "../../bin/trials.js"
import { describeTools } from "../../service/ways-in/agent-api/describe-tools.ts"
import { boundTools } from "../../service/ways-in/agent-api/mcp-server.ts"
import { exampleSite } from "../../service/ways-in/agent-api/platform/agent-config.ts"
import { platformFolder } from "../../service/ways-in/agent-api/platform/folder.ts"
import { otherPlatformFiles } from "../../service/ways-in/agent-api/platform/other-platforms.ts"
import { promptsIn, promptsPath } from "../../service/ways-in/agent-api/platform/prompts.ts"
import { type ToolConfig, toolConfigOf } from "../../service/ways-in/agent-api/platform/tool-config.ts"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { root } from "../support/source-files.ts"
import { propertiesOf } from "./platform.ts"

interface Judge {
  parse(value: unknown, options: { unrecognizedObjectKeys: "fail" }): Promise<{ ok: boolean }>
}
interface PlatformSdk {
  ToolRequestModel: Judge
  conversationalAi: { agents: { BodyCreateAgentV1ConvaiAgentsCreatePost: Judge } }
}
const sdk = fromTrials("@elevenlabs/elevenlabs-js/serialization/index.js") as PlatformSdk
const { ToolRequestModel, conversationalAi } = sdk
const { BodyCreateAgentV1ConvaiAgentsCreatePost: AgentRequest } = conversationalAi.agents
const strict = { unrecognizedObjectKeys: "fail" } as const

const prompts = promptsIn(readFileSync(join(root, promptsPath), "utf8"))
const configs: ToolConfig[] = describeTools().map((tool) => toolConfigOf(tool, exampleSite))

it.each(configs)("IN-18 $name is a webhook tool as the platform's SDK knows it", async (config) => {
  expect(await ToolRequestModel.parse({ tool_config: config }, strict)).toMatchObject({ ok: true })
})

it("the judge does see what is wrong", async () => {
  const [config] = configs
  const wrong = [
    { ...config, tool_error_handling_mode: "pass" },
    { ...config, timeout: 5 },
    { ...config, api_schema: { ...config!.api_schema, url: undefined } },
  ]
  for (const each of wrong) {
    expect(await ToolRequestModel.parse({ tool_config: each }, strict)).toMatchObject({ ok: false })
  }
})

it("AV-08 each agent is one as the platform's SDK knows it, with a number to transfer to and without", async () => {
  for (const transferPhone of ["+15125550111", null, exampleSite.transferPhone])
    for (const language of ["en", "es", "fr"] as const)
      for (const medium of ["voice", "text"]) {
        const files = platformFolder({ ...exampleSite, transferPhone, language }, prompts)
        const agent = JSON.parse(files[`agent_configs/${medium}.json`]!)
        expect(await AgentRequest.parse(agent, strict)).toMatchObject({ ok: true })
      }
})

it("AV-22 Retell's and Vapi's exports are of the types of their newest packages, and the compiler sees a field that they lack", () => {
  const folder = dirname(pathInTrials("retell-sdk"))
  const checked = mkdtempSync(join(folder, "exports-"))
  const site = { ...exampleSite, transferPhone: "+15125550111", language: "es" as const }
  const [llm, agent, llmChat, chatAgent] = otherPlatformFiles("retell", site, prompts)
  const [voice, chat] = otherPlatformFiles("vapi", site, prompts)
  const typed = (name: string, type: string, { text }: { text: string }) =>
    `export const ${name}: ${type} = ${text}`
  const imports = [
    'import type { Vapi } from "@vapi-ai/server-sdk"',
    'import type { LlmCreateParams } from "retell-sdk/resources/llm"',
    'import type { AgentCreateParams } from "retell-sdk/resources/agent"',
    'import type { ChatAgentCreateParams } from "retell-sdk/resources/chat-agent"',
  ]
  const exports = [
    ...[typed("voice", "Vapi.CreateAssistantDto", voice!), typed("chat", "Vapi.CreateAssistantDto", chat!)],
    ...[typed("llm", "LlmCreateParams", llm!), typed("llmChat", "LlmCreateParams", llmChat!)],
    ...[typed("agent", "AgentCreateParams", agent!), typed("chatAgent", "ChatAgentCreateParams", chatAgent!)],
  ]
  const compiled = (name: string, lines: readonly string[]) => {
    writeFileSync(join(checked, name), lines.join("\n"))
    const words =
      "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext --target es2022"
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    return spawnSync(process.execPath, [tsc, ...words.split(" "), join(checked, name)], { encoding: "utf8" })
  }
  try {
    expect(compiled("exports.ts", [...imports, ...exports]).stdout).toBe("")
    const wrong = { text: voice!.text.replace('"firstMessage"', '"firstMesage"') }
    const refused = compiled("wrong.ts", [...imports, typed("wrong", "Vapi.CreateAssistantDto", wrong)])
    expect(refused.stdout).toContain("firstMesage")
  } finally {
    rmSync(checked, { recursive: true, force: true })
  }
})

describe("AV-20 what the definitions cost a model, in tokens of o200k", () => {
  const tokenizer = openTokenizer()
  const tokensOf = (definitions: readonly object[]) =>
    definitions.reduce((sum, each) => sum + tokenizer.encode(JSON.stringify(each)).length, 0)

  it("is at most 3,500 for ElevenLabs", () => {
    const seen = configs.map((config) => {
      const asked = Object.entries(propertiesOf(config)).filter(([, each]) => "description" in each)
      const { path_params_schema: path, ...schema } = config.api_schema
      const rest = schema.request_body_schema ?? schema.query_params_schema
      const required = [...Object.keys(path ?? {}), ...(rest?.required ?? [])]
      const parameters = { type: "object", properties: Object.fromEntries(asked), required }
      return { name: config.name, description: config.description, parameters }
    })
    expect(tokensOf(seen)).toBeLessThanOrEqual(3_500)
  })

  it("is at most 3,500 for Retell and for Vapi", () => {
    const agentOf = (platform: "retell" | "vapi") =>
      JSON.parse(otherPlatformFiles(platform, exampleSite, prompts)[0]!.text)
    const retell = agentOf("retell").general_tools.filter(({ type }: { type: string }) => type === "custom")
    const vapi = agentOf("vapi").model.tools.filter(({ type }: { type: string }) => type === "function")
    expect(
      tokensOf(retell.map(({ name, description, parameters }: never) => ({ name, description, parameters }))),
    ).toBeLessThanOrEqual(3_500)
    expect(tokensOf(vapi.map((tool: { function: object }) => tool.function))).toBeLessThanOrEqual(3_500)
  })

  it("is at most 4,000 over MCP with the session bound, output schemas apart", () => {
    const seen = boundTools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    expect(seen).toHaveLength(agentTools.length)
    expect(tokensOf(seen)).toBeLessThanOrEqual(4_000)
  })
})
