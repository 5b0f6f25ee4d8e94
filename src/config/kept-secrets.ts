import { randomBytes } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Env } from "./env.ts"
import { KEY_BYTES } from "./keys.ts"

/** The secrets that development makes up for itself. */
export type KeptSecrets = Required<Pick<Env, "SECRET_KEY" | "LINK_SECRET" | "BOT_CHECK_SECRET">>

/**
 * The secrets kept in DATA_DIR, made at the first call. Of two processes that come at once, one makes them
 * and both read the same. The file can be read by its owner only.
 */
export function keepSecrets(dataDir: string): KeptSecrets {
  const file = join(dataDir, "secrets.json")
  return read(file) ?? make(dataDir, file)
}

function make(dataDir: string, file: string): KeptSecrets {
  const random = () => randomBytes(KEY_BYTES).toString("base64")
  const secrets = {
    SECRET_KEY: `dev:${random()}`,
    LINK_SECRET: `dev:${random()}`,
    BOT_CHECK_SECRET: random(),
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(draft)
  }
  return read(file) ?? secrets
}

function read(file: string): KeptSecrets | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as KeptSecrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
