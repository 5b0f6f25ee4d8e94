/** How sessions and their codes are named, and where what is sealed of them is kept. */
import type { Random } from "../../ports.ts"

/** 192 bits; the prefix tells people who meet one what it is. */
export const newSessionToken = (random: Random): string =>
  `ses_${Buffer.from(random.bytes(24)).toString("base64url")}`

const tokenPattern = /^ses_[A-Za-z0-9_-]{32}$/

export const isSessionToken = (text: unknown): text is string =>
  typeof text === "string" && tokenPattern.test(text)

export const sessionPlace = (companyId: number, id: number) => `company:${companyId}/agent_session:${id}`
export const contactCodePlace = (companyId: number, id: string) => `company:${companyId}/contact_code:${id}`
