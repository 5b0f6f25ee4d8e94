/** The addresses by which people reach the hosts. */
import type { Config } from "./config-shape.ts"

/** The customer host's URL; null when this host has none, or its port is not known here. */
export function bookUrlOf(config: Config, port = config.book.port): string | null {
  if (!config.book.enabled) return null
  return config.book.baseUrl ?? (port === 0 ? null : localUrl(config.book.host, port))
}

/** The URL that a browser on this machine opens, also for a server that listens on every address. */
export function localUrl(host: string, port: number): string {
  const isEvery = host === "0.0.0.0" || host === "::"
  return `http://${isEvery ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`
}
