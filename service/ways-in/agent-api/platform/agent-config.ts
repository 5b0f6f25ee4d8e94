/** An agent in the platform's format: its prompt, the variables of a conversation, and the URL that supplies them. */
import { conversationVariables } from "../../../../domain/model/agent/session.ts"
import { type Language, wordsIn } from "../../../../domain/model/agent/speech.ts"
import { agentPrefix } from "../tools.ts"

export type Medium = "voice" | "text"

/** The names of one company and its host in the configuration. */
export interface Site {
  /** The address of the API, as `https://api.example.com`. */
  baseUrl: string
  /** The platform's id of the secret whose value is `Bearer sk_…`: the key itself is in no file. */
  secretId: string
  /** The name that the agent says. */
  companyName: string
  /** The number that callers are put through to; null where the company has set none. */
  transferPhone: string | null
  /** The language that the agent speaks. Its conversations begin with it, so that what the tools answer is in it too. */
  language: Language
}

/** The placeholder in the committed files. */
export const exampleSite: Site = {
  baseUrl: "https://api.example.com",
  secretId: "SECRET_ID",
  companyName: "[company name]",
  transferPhone: null,
  language: "en",
}

/** The address where a conversation begins, with its language unless that is English. */
export const beginningUrl = ({ baseUrl, language }: Site): string =>
  `${baseUrl}${agentPrefix}/conversation-init${language === "en" ? "" : `?language=${language}`}`

/** On the phone the agent speaks first; by text the customer has written already. */
const firstMessages: Record<Medium, string> = { voice: "{{greeting}}", text: "" }

function sampleGreeting({ companyName, language }: Site): string {
  const words = wordsIn(language).greeting
  return words.call({ company: companyName, next: words.howCanIHelp })
}

/** The variables' values in the platform's own trials, which begin no conversation here. */
const placeholders: Record<string, string | boolean> = Object.fromEntries(
  Object.entries(conversationVariables.shape).map(([name, schema]) => [
    name,
    schema.safeParse(false).success ? false : "",
  ]),
)

/**
 * The tools that the platform has by itself on the phone: it ends the call, and puts the caller through where there is a
 * number.
 */
function ownTools(medium: Medium, { transferPhone }: Site) {
  if (medium === "text") return {}
  const endCall = systemTool("end_call", endCallWhen, { system_tool_type: "end_call" })
  if (transferPhone === null) return { built_in_tools: { end_call: endCall } }
  const transfer = {
    transfer_destination: { type: "phone", phone_number: transferPhone },
    condition: transferWhen,
    transfer_type: "conference",
  }
  const params = { system_tool_type: "transfer_to_number", transfers: [transfer] }
  return {
    built_in_tools: {
      end_call: endCall,
      transfer_to_number: systemTool("transfer_to_number", transferWhen, params),
    },
  }
}

const endCallWhen = "Ends the call, once you have said goodbye and the caller wants nothing more."
const transferWhen =
  "Puts the caller through to the office: when an answer offers to, or when they ask for a person, and they have said yes."

const systemTool = (name: string, description: string, params: object) => ({
  type: "system",
  name,
  description,
  params,
})

/** `toolIds` are the ids that the platform gave the tools. */
export function agentConfigOf(medium: Medium, prompt: string, toolIds: readonly string[], site: Site) {
  return {
    name: `Scheduling, ${medium}`,
    conversation_config: {
      conversation: { text_only: medium === "text" },
      agent: {
        language: site.language,
        first_message: firstMessages[medium],
        dynamic_variables: {
          dynamic_variable_placeholders: {
            ...placeholders,
            greeting: medium === "voice" ? sampleGreeting(site) : "",
            language: site.language,
            channel: medium === "voice" ? "voice" : "sms",
          },
        },
        prompt: { prompt, tool_ids: [...toolIds], ...ownTools(medium, site) },
      },
    },
    platform_settings: {
      overrides: { enable_conversation_initiation_client_data_from_webhook: true },
      workspace_overrides: {
        conversation_initiation_client_data_webhook: {
          url: beginningUrl(site),
          request_headers: { Authorization: { secret_id: site.secretId } },
        },
      },
    },
    tags: [],
  }
}
