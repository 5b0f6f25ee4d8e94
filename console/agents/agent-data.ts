/** The reads of the agents' screens. */
import { fetchAsConsole, NoAnswer, Refusal, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type Channel = Row<"listChannels">

export const readChannelsAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["channels"] })

/** The part of JSON Schema by which a tool's inputs are described. */
export interface InputSchema {
  type?: string
  format?: string
  enum?: string[]
  description?: string
  maxLength?: number
}

export interface Tool {
  name: string
  title: string
  description: string
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** The path, with `{name}` for each parameter. */
  path: string
  writes: boolean
  input_schema: { properties: Record<string, InputSchema>; required: string[] }
}

/** The host's documents are no operations of the API. */
async function documentAt<Document>(path: string): Promise<Document> {
  const answer = await fetchAsConsole(path).catch((cause: unknown) => {
    throw new NoAnswer("The service can't be reached.", { cause })
  })
  const body = await answer.json()
  if (!answer.ok) throw new Refusal(answer.status, body.error)
  return body
}

export const toolsPath = "/agent-tools.json"

export const allTools = {
  queryKey: ["agent-tools"] as const,
  queryFn: async () => (await documentAt<{ tools: Tool[] }>(toolsPath)).tools,
  staleTime: Number.POSITIVE_INFINITY,
}

export interface ConfigurationFile {
  path: string
  text: string
}

export const platforms = ["elevenlabs", "retell", "vapi"] as const
export const agentLanguages = ["en", "es", "fr"] as const

/** The choices that the files depend on. */
export interface PlatformChoice {
  company: string
  secretId: string
  transferPhone: string | null
  platform: (typeof platforms)[number]
  language: (typeof agentLanguages)[number]
}

export const platformFiles = ({ company, secretId, transferPhone, platform, language }: PlatformChoice) => ({
  queryKey: ["agent-platform", company, secretId, transferPhone, platform, language] as const,
  queryFn: async () => {
    const query = new URLSearchParams({
      ...{ company, secret_id: secretId, platform, language },
      ...(transferPhone === null ? {} : { transfer_phone: transferPhone }),
    })
    return (await documentAt<{ files: ConfigurationFile[] }>(`/agent-platform.json?${query}`)).files
  },
  placeholderData: (before: ConfigurationFile[] | undefined) => before,
})
