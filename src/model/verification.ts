/** Codes that prove a number: how long and how often they count. */

export const codeMinutes = 10
export const mostWrongTries = 5
export const visitMinutes = 30
export const resendAfterSeconds = 30

/** When codes were let through, by what is limited; lists are newest first, in epoch milliseconds. */
export interface CodesSent {
  /** To the number, within a day, on the whole host. */
  toNumber: readonly number[]
  /** From the network address, within an hour, on the whole host. */
  fromNetwork: readonly number[]
  /** The time of the company's code that has to be a day old before one more may go; null while there is room. */
  companyBlockedBy: number | null
}
