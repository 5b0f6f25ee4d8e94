/** A running service, anywhere, and a key to it, as the commands for integrating developers take them. */
import { type Client, createClient } from "../../../../sdk/src/index.ts"
import { UsageError } from "../command.ts"
import { keyOf } from "../key-file.ts"

export const hostUsage = "[--key-file FILE | --key KEY] [--url URL]"

export const hostOptions = {
  "key-file": { type: "string" },
  key: { type: "string" },
  url: { type: "string", default: "http://127.0.0.1:3000" },
} as const

export async function clientOf(options: {
  "key-file"?: string | undefined
  key?: string | undefined
  url: string
}): Promise<Client> {
  const { key } = await keyOf(options)
  return createClient({ baseUrl: options.url, apiKey: key })
}

/** The receiver's address, of `--forward-to`. */
export function receiverUrl(text: string): string {
  const url = URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new UsageError(`--forward-to: expected an address, as http://localhost:8000/webhooks`)
}

/** Aborts when the command is to end: by Ctrl-C, or by its starter. */
export function untilStopped(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort())
  return ending.signal
}
