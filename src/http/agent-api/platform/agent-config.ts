/** An agent in the platform's format: its prompt, the variables of a conversation, and the URL that supplies them. */
import { conversationVariables } from "../../../model/agent/session.ts"
import { agentPrefix } from "../tools.ts"

export type Medium = "voice" | "text"

/** What the configuration names of one company and its host. */
export interface Site {
  /** Where the API answers, as `https://api.example.com`. */
  baseUrl: string
  /** The platform's id of the secret whose value is `Bearer sk_…`: the key itself is in no file. */
  secretId: string
  /** The name that the agent says. */
  companyName: string
}

/** The placeholder in the committed files. */
export const exampleSite: Site = {
  baseUrl: "https://api.example.com",
  secretId: "SECRET_ID",
  companyName: "[company name]",
}

/** On the phone the agent speaks first; by text the customer has written already. */
const firstMessages: Record<Medium, (companyName: string) => string> = {
  voice: (companyName) => `Thank you for calling ${companyName}. How can I help you?`,
  text: () => "",
}

/** The variables' values in the platform's own trials, which begin no conversation here. */
const placeholders: Record<string, string | boolean> = Object.fromEntries(
  Object.entries(conversationVariables.shape).map(([name, schema]) => [
    name,
    schema.safeParse(false).success ? false : "",
  ]),
)

/** `toolIds` are the ids that the platform gave the tools. */
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
