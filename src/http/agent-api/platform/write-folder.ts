/** Puts the configuration folder on the disk. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { knownIds, type Prompts, platformFolder } from "./folder.ts"
import { promptsIn, promptsPath } from "./prompts.ts"
import type { Site } from "./site.ts"

/** `root` is the project's. What the platform has given ids to, as they stand in the folder, keeps them. */
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

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
