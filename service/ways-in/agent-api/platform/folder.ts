/** The configuration folder in the format of the agent platform's own command line, composed and written. */

import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describeTools } from "../describe-tools.ts"
import { agentConfigOf, type Medium, type Site } from "./agent-config.ts"
import { type OtherPlatform, otherPlatformFiles } from "./other-platforms.ts"
import { type Prompts, promptFor, readPrompts } from "./prompts.ts"
import { toolConfigOf } from "./tool-config.ts"

/** The ids that the platform has given, by the path of the file. */
export type KnownIds = Readonly<Record<string, string>>

const media = ["voice", "text"] as const satisfies readonly Medium[]

/** The texts of all files, by their paths in the folder. The platform updates files with a known id and creates the others. */
export function platformFolder(site: Site, prompts: Prompts, known: KnownIds = {}): Record<string, string> {
  const tools = describeTools().map((tool) => ({
    path: `tool_configs/${tool.name}.json`,
    config: toolConfigOf(tool, site),
  }))
  const toolIds = tools.flatMap(({ path }) => known[path] ?? [])
  const spoken = media.map((medium) => ({
    medium,
    prompt: promptFor(prompts[medium], site),
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

/** Writes the files of another platform's agents to the disk. */
export async function writeOtherPlatform(
  root: string,
  directory: string,
  platform: OtherPlatform,
  site: Site,
): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const { path, text } of otherPlatformFiles(platform, site, await readPrompts(root)))
    await writeFile(join(directory, path), text)
}

/** Writes the folder to the disk. `root` is the project's folder. Ids that the platform has given, read from `directory`, are kept. */
export async function writePlatformFolder(root: string, directory: string, site: Site): Promise<void> {
  const registries = ["tools.json", "agents.json"].map((name) => textOf(join(directory, name)))
  const known = knownIds(await Promise.all(registries))
  for (const [path, text] of Object.entries(platformFolder(site, await readPrompts(root), known))) {
    const file = join(directory, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
