import type { Config } from "../../config/config-shape.ts"
import { type Finding, ok, wrong } from "./finding.ts"

const leastDistinctBytes = 16

/** Whether the keys look random. What is long enough may still have been typed by hand. */
export function checkSecrets({ secrets }: Pick<Config, "secrets">): Finding[] {
  return [["SECRET_KEY", secrets.encryption] as const, ["LINK_SECRET", secrets.link] as const].map(
    ([setting, keys]) => {
      const weak = keys.filter(({ key }) => new Set(key).size < leastDistinctBytes)
      if (weak.length === 0)
        return ok(setting, `${keys.length === 1 ? "1 key" : `${keys.length} keys`}, random`)
      const ids = weak.map(({ id }) => id).join(", ")
      return wrong(
        setting,
        `the key ${ids} does not look random`,
        `put a key made by \`openssl rand -base64 32\` in front of it`,
      )
    },
  )
}
