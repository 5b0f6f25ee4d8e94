/** The configuration folder in the format of the agent platform's own command line. */
import { describeTools } from "../describe-tools.ts"
import type { Site } from "./agent-config.ts"
import { agentConfigOf, type Medium } from "./agent-config.ts"
import { toolConfigOf } from "./tool-config.ts"

export type Prompts = Record<Medium, string>

/** The ids that the platform has given, by the path of the file. */
export type KnownIds = Readonly<Record<string, string>>

const media = ["voice", "text"] as const satisfies readonly Medium[]
const companyPlaceholder = "[company name]"

/** The texts of all files, by their paths in the folder. The platform updates files with a known id and creates the others. */
export function platformFolder(site: Site, prompts: Prompts, known: KnownIds = {}): Record<string, string> {
  const tools = describeTools().map((tool) => ({
    path: `tool_configs/${tool.name}.json`,
    config: toolConfigOf(tool, site),
  }))
  const toolIds = tools.flatMap(({ path }) => known[path] ?? [])
  const spoken = media.map((medium) => ({
    medium,
    prompt: prompts[medium].replaceAll(companyPlaceholder, site.companyName),
  }))
  const agents = spoken.map(({ medium, prompt }) => ({
    path: `agent_configs/${medium}.json`,
    config: agentConfigOf(medium, prompt, toolIds, site),
  }))
  const entry = (path: string) => ({
    config: path,
    ...(known[path] === undefined ? {} : { id: known[path] }),
  })
  return {
    "tools.json": jsonOf({ tools: tools.map(({ path }) => ({ type: "webhook", ...entry(path) })) }),
    "agents.json": jsonOf({ agents: agents.map(({ path }) => entry(path)) }),
    ...Object.fromEntries([...tools, ...agents].map(({ path, config }) => [path, jsonOf(config)])),
    ...Object.fromEntries(spoken.map(({ medium, prompt }) => [`prompts/${medium}.md`, `${prompt}\n`])),
  }
}

/** The ids that the platform's command line has written into these two files. A missing file is null and has none. */
export function knownIds(registries: readonly (string | null)[]): KnownIds {
  const entries = registries.flatMap((text) => {
    const { tools = [], agents = [] } = JSON.parse(text ?? "{}") as Registry
    return [...tools, ...agents]
  })
  return Object.fromEntries(entries.flatMap(({ config, id }) => (id === undefined ? [] : [[config, id]])))
}

interface Registry {
  tools?: Entry[]
  agents?: Entry[]
}

interface Entry {
  config: string
  id?: string
}

const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
