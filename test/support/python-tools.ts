/** Python programs of pinned versions, each set in an environment of its own beside the caches, made at the first run. */
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { ended } from "./ended.ts"

export const cacheFolder = (name: string): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "appointed", name)

/** The folder of the environment's programs. `packages` are as pip takes them: `schemathesis==4.32.5`. */
export async function pythonEnvironment(
  name: string,
  packages: readonly string[],
  program: string,
): Promise<string> {
  const home = cacheFolder(name)
  const folder = join(home, "bin")
  if (existsSync(join(folder, program))) return folder
  await ended("python3", ["-m", "venv", home])
  await ended(join(folder, "pip"), ["install", "--quiet", ...packages])
  return folder
}
