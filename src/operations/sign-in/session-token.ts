/** What a signed-in user shows. */
import type { Random } from "../../ports.ts"

export const sessionHours = 12

/** The token's text out of 32 random bytes; never one that could be an API key. */
export const sessionToken = (random: Random) => `us_${Buffer.from(random.bytes(32)).toString("base64url")}`
