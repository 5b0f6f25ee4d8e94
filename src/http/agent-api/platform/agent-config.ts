/** An agent as the platform takes it: its prompt, the variables that it is told at the start, and who tells them. */

import { conversationVariables } from "../../../model/agent/session.ts"
import { agentPrefix } from "../tools.ts"
import type { Site } from "./site.ts"

export type Medium = "voice" | "text"

/** On the phone the agent speaks first; by text the customer has written already. */
const firstMessages: Record<Medium, (companyName: string) => string> = {
  voice: (companyName) => `Thank you for calling ${companyName}. How can I help you?`,
  text: () => "",
}

/** What the variables are in the platform's own trials, where no conversation has begun. */
const placeholders: Record<string, string | boolean> = Object.fromEntries(
  Object.entries(conversationVariables.shape).map(([name, schema]) => [
    name,
    schema.safeParse(false).success ? false : "",
  ]),
)

/** `toolIds` are the platform's own, once it has the tools. */
export function agentConfigOf(medium: Medium, prompt: string, toolIds: readonly string[], site: Site) {
  return {
    name: `Scheduling, ${medium}`,
    conversation_config: {
      conversation: { text_only: medium === "text" },
      agent: {
        language: "en",
        first_message: firstMessages[medium](site.companyName),
        dynamic_variables: {
          dynamic_variable_placeholders: {
            ...placeholders,
            channel: medium === "voice" ? "voice" : "sms",
          },
        },
        prompt: { prompt, tool_ids: [...toolIds] },
      },
    },
    platform_settings: {
      overrides: { enable_conversation_initiation_client_data_from_webhook: true },
      workspace_overrides: {
        conversation_initiation_client_data_webhook: {
          url: `${site.baseUrl}${agentPrefix}/conversation-init`,
          request_headers: { Authorization: { secret_id: site.secretId } },
        },
      },
    },
    tags: [],
  }
}
