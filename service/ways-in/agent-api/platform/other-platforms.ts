/** The agents in the forms of Retell (response engines and their agents) and of Vapi (assistants), with all tools. */
import { type DescribedTool, describeTools } from "../describe-tools.ts"
import { agentPrefix } from "../tools.ts"
import type { Medium, Site } from "./agent-config.ts"
import { type Prompts, promptFor } from "./prompts.ts"

export const otherPlatforms = ["retell", "vapi"] as const
export type OtherPlatform = (typeof otherPlatforms)[number]

/** A file of the export, by its path. */
export interface PlatformFile {
  path: string
  text: string
}

/** The key is in no file: `secretId` stands in its place. Ids that the platform gives stand as `LLM_ID` and `VOICE_ID`. */
export function otherPlatformFiles(platform: OtherPlatform, site: Site, prompts: Prompts): PlatformFile[] {
  const [voice, text] = [promptFor(prompts.voice, site), promptFor(prompts.text, site)]
  return platform === "retell"
    ? [
        file("retell.json", retellEngine(site, "voice", voice)),
        file("retell-agent.json", retellAgent(site, "voice")),
        file("retell-chat.json", retellEngine(site, "text", text)),
        file("retell-chat-agent.json", retellAgent(site, "text")),
      ]
    : [
        file("vapi.json", vapiAssistant(site, "voice", vapiNames(voice))),
        file("vapi-chat.json", vapiAssistant(site, "text", text)),
      ]
}

const file = (path: string, content: object): PlatformFile => ({
  path,
  text: `${JSON.stringify(content, null, 2)}\n`,
})

const toolsUrl = ({ baseUrl }: Site) => `${baseUrl}${agentPrefix}/tools`

/** A write may wait for a lock, a calendar and the carrier of texts in turn. */
const waitSeconds = (tool: DescribedTool) => (tool.writes ? 20 : 10)

/** Without the session, which the platform sends with each call. */
function parametersOf({ input_schema: schema }: DescribedTool) {
  const { session_id: _session, ...properties } = schema.properties
  return { type: "object", properties, required: schema.required.filter((name) => name !== "session_id") }
}

/** The start of the conversation: it says first what the caller has to know first. By text the customer has written first. */
const greeting = "{{greeting}}"
const endCallWhen = "When you have said goodbye and the caller wants nothing more."
const transferWhen =
  "When an answer offers to put the caller through, or they ask for a person, and they have said yes."

function retellEngine(site: Site, medium: Medium, prompt: string) {
  const custom = describeTools().map((tool) => ({
    type: "custom",
    name: tool.name,
    description: tool.description,
    url: toolsUrl(site),
    method: "POST",
    headers: { Authorization: site.secretId },
    parameters: parametersOf(tool),
    timeout_ms: waitSeconds(tool) * 1_000,
    // Every call may be sent again: the second one gets the first one's answer.
    max_retry: 1,
    speak_during_execution: false,
    speak_after_execution: true,
  }))
  const transfer = {
    type: "transfer_call",
    name: "transfer_to_number",
    description: transferWhen,
    transfer_destination: { type: "predefined", number: site.transferPhone },
    transfer_option: { type: "cold_transfer" },
  }
  const own = [
    { type: "end_call", name: "end_call", description: endCallWhen },
    ...(site.transferPhone === null ? [] : [transfer]),
  ]
  return {
    ...(medium === "voice" ? { start_speaker: "agent", begin_message: greeting } : { start_speaker: "user" }),
    general_prompt: prompt,
    general_tools: [...custom, ...(medium === "voice" ? own : [])],
  }
}

const retellLanguages = { en: "en-US", es: "es-419", fr: "fr-CA" } as const

function retellAgent({ language }: Site, medium: Medium) {
  return {
    agent_name: `Scheduling, ${medium}`,
    response_engine: { type: "retell-llm", llm_id: "LLM_ID" },
    ...(medium === "voice" ? { voice_id: "VOICE_ID" } : {}),
    language: retellLanguages[language],
  }
}

const vapiLanguages = { en: "en-US", es: "es-419", fr: "fr-CA" } as const

/** Vapi's tools of its own have names that can't be chosen. */
const vapiNames = (prompt: string): string =>
  prompt.replaceAll("transfer_to_number", "transferCall").replaceAll("end_call", "endCall")

function vapiAssistant(site: Site, medium: Medium, prompt: string) {
  const functions = describeTools().map((tool) => ({
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
    server: { url: toolsUrl(site), credentialId: site.secretId, timeoutSeconds: waitSeconds(tool) },
  }))
  const transfer = {
    type: "transferCall",
    destinations: [{ type: "number", number: site.transferPhone, description: transferWhen }],
  }
  const own = [{ type: "endCall" }, ...(site.transferPhone === null ? [] : [transfer])]
  return {
    name: `Scheduling, ${medium}`,
    firstMessage: medium === "voice" ? greeting : "",
    firstMessageMode: medium === "voice" ? "assistant-speaks-first" : "assistant-waits-for-user",
    ...(medium === "voice"
      ? { transcriber: { provider: "deepgram", model: "nova-3", language: vapiLanguages[site.language] } }
      : {}),
    model: {
      provider: "openai",
      model: "gpt-4o",
      messages: [{ role: "system", content: prompt }],
      tools: [...functions, ...(medium === "voice" ? own : [])],
    },
  }
}
