/** Writes the configuration folder to the disk. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Site } from "./agent-config.ts"
import { knownIds, type Prompts, platformFolder } from "./folder.ts"

/** People read and judge the prompts in this document. Each stands in a block with its medium's name. */
export const promptsPath = "docs/agents.md"

/** `root` is the project's folder. Ids that the platform has given, read from `directory`, are kept. */
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
