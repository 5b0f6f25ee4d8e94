import type { House } from "./house.ts"

/** What a worker holds what it claimed by: whoever claims it next has another one. */
export const claimToken = (house: House): string => Buffer.from(house.random.bytes(12)).toString("base64url")
