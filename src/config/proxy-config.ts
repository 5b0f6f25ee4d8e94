import type { SettingsReader } from "./settings-reader.ts"

const MOST_HOPS = 10

/** Reads the number of proxies in front. `true` is refused with the reason, since it is a common habit. */
export function readTrustedProxyHops(reader: SettingsReader): number {
  if (reader.text("TRUST_PROXY")?.toLowerCase() === "true") {
    reader.refuse(
      "TRUST_PROXY",
      'is "true", which would believe whatever address a caller writes into X-Forwarded-For',
      "the number of proxies in front of the service: 0 when it is reached directly, 1 behind one load balancer",
    )
    return 0
  }
  return reader.integer("TRUST_PROXY", { from: 0, to: MOST_HOPS }, 0)
}
