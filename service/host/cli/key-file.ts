/** The key with which a command calls a running service. */
import { readFile } from "node:fs/promises"
import { needed, UsageError } from "./command.ts"

export interface KeyOptions {
  "key-file"?: string | undefined
  key?: string | undefined
}

/** A file holds the key alone, or is a `demo.json`. */
export async function keyOf(options: KeyOptions): Promise<{ key: string; callerPhone: string | null }> {
  if (options.key !== undefined) return { key: options.key, callerPhone: null }
  const file = needed(options["key-file"], "key or --key-file")
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`--key-file: ${file} can't be read`)
  })
  if (!text.trimStart().startsWith("{")) return { key: text.trim(), callerPhone: null }
  const { key, callerPhone } = demoOf(text)
  if (!key) throw new UsageError(`--key-file: ${file} holds neither a key alone nor a demo.json`)
  return { key, callerPhone }
}

function demoOf(text: string): { key: string | null; callerPhone: string | null } {
  try {
    const { api_key: key = null, caller_phone: callerPhone = null } = JSON.parse(text)
    return { key, callerPhone }
  } catch {
    return { key: null, callerPhone: null }
  }
}
