/** The phone agent in the forms of Retell (a response engine) and of Vapi (an assistant), with all tools. */
import { type DescribedTool, describeTools } from "../describe-tools.ts"
import { agentPrefix } from "../tools.ts"
import type { Site } from "./agent-config.ts"

export const otherPlatforms = ["retell", "vapi"] as const
export type OtherPlatform = (typeof otherPlatforms)[number]

/** The file's path and text. The key is in none: `secretId` stands in its place. */
export function otherPlatformFile(
  platform: OtherPlatform,
  site: Site,
  prompt: string,
): { path: string; text: string } {
  const agent = platform === "retell" ? retellEngine(site, prompt) : vapiAssistant(site, prompt)
  return { path: `${platform}.json`, text: `${JSON.stringify(agent, null, 2)}\n` }
}

const toolsUrl = ({ baseUrl }: Site) => `${baseUrl}${agentPrefix}/tools`

/** A write may wait for a lock, a calendar and the carrier of texts in turn. */
const waitSeconds = (tool: DescribedTool) => (tool.writes ? 20 : 10)

/** Without the session, which the platform sends with each call. */
function parametersOf({ input_schema: schema }: DescribedTool) {
  const { session_id: _session, ...properties } = schema.properties
  return { type: "object", properties, required: schema.required.filter((name) => name !== "session_id") }
}

/** The start of the conversation: it says first what the caller has to know first. */
const greeting = "{{greeting}}"
const endCallWhen = "When you have said goodbye and the caller wants nothing more."
const transferWhen =
  "When an answer offers to put the caller through, or they ask for a person, and they have said yes."

function retellEngine(site: Site, prompt: string) {
  const custom = describeTools().map((tool) => ({
    type: "custom",
    name: tool.name,
    description: tool.description,
    url: toolsUrl(site),
    method: "POST",
    headers: { Authorization: site.secretId },
    parameters: parametersOf(tool),
    timeout_ms: waitSeconds(tool) * 1_000,
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
  return {
    start_speaker: "agent",
    begin_message: greeting,
    general_prompt: prompt,
    general_tools: [
      ...custom,
      { type: "end_call", name: "end_call", description: endCallWhen },
      ...(site.transferPhone === null ? [] : [transfer]),
    ],
  }
}

function vapiAssistant(site: Site, prompt: string) {
  const functions = describeTools().map((tool) => ({
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
    server: { url: toolsUrl(site), credentialId: site.secretId, timeoutSeconds: waitSeconds(tool) },
  }))
  const transfer = {
    type: "transferCall",
    function: { name: "transfer_to_number", description: transferWhen },
    destinations: [{ type: "number", number: site.transferPhone }],
  }
  return {
    name: "Scheduling, voice",
    firstMessage: greeting,
    model: {
      provider: "openai",
      model: "gpt-4o",
      messages: [{ role: "system", content: prompt }],
      tools: [
        ...functions,
        { type: "endCall", function: { name: "end_call", description: endCallWhen } },
        ...(site.transferPhone === null ? [] : [transfer]),
      ],
    },
  }
}
