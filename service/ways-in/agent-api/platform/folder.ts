/** The configuration folder in the format of the agent platform's own command line, composed and written. */

import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describeTools } from "../describe-tools.ts"
import { agentConfigOf, type Medium, type Site } from "./agent-config.ts"
import { type OtherPlatform, otherPlatformFile } from "./other-platforms.ts"
import { toolConfigOf } from "./tool-config.ts"

type Prompts = Record<Medium, string>

const ifTransfer = "(if calls are put through) "
const otherwise = "(otherwise) "

/** With the company's name, and of the lines that promise a transfer or do not, those that hold. */
export function promptFor(
  prompt: string,
  { companyName, transferPhone }: Pick<Site, "companyName" | "transferPhone">,
): string {
  const [kept, dropped] = transferPhone === null ? [otherwise, ifTransfer] : [ifTransfer, otherwise]
  return prompt
    .split("\n")
    .filter((line) => !line.includes(dropped))
    .map((line) => line.replace(kept, ""))
    .join("\n")
    .replaceAll(companyPlaceholder, companyName)
}

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

/** People read and judge the prompts in this document. Each stands in a block with its medium's name. */
export const promptsPath = "docs/agents.md"

/** Writes the one file of another platform's agent to the disk. */
export async function writeOtherPlatform(
  root: string,
  directory: string,
  platform: OtherPlatform,
  site: Site,
): Promise<void> {
  const { path, text } = otherPlatformFile(platform, site, promptFor((await readPrompts(root)).voice, site))
  await mkdir(directory, { recursive: true })
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

export async function readPrompts(root: string): Promise<Prompts> {
  return promptsIn(await readFile(join(root, promptsPath), "utf8"))
}

/** Throws when the document lacks a prompt. */
export function promptsIn(markdown: string): Prompts {
  const promptOf = (medium: string) => {
    const [, prompt] = new RegExp(`^~~~text ${medium}\\n([\\s\\S]*?)^~~~$`, "m").exec(markdown) ?? []
    if (prompt === undefined) throw new Error(`${promptsPath} holds no prompt for ${medium}`)
    return prompt.trim()
  }
  return { voice: promptOf("voice"), text: promptOf("text") }
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
