/** The people who hear of a write, by its preview. */
import type { Answer } from "../api/client.ts"
import type { Words } from "../words/words.ts"

export type Preview = Answer<"previewBooking">
export type Text = Preview["texts"][number]
export type TellingChannel = "sms" | "mail"

/** The channels on which the customer hears of the write itself. */
export function toldBy(preview: Preview | undefined, silent: readonly TellingChannel[]): TellingChannel[] {
  const channels = preview?.texts.filter(isOfWrite).map(({ channel }) => channel as TellingChannel) ?? []
  return channels.filter((channel) => !silent.includes(channel))
}

export const isOfWrite = ({ reason, purpose }: Text) =>
  reason === null && (purpose === "confirmation" || purpose === "change")

/** How the customer hears of what was just written. */
export function whatGoes(told: readonly string[], words: Words["board"]): string {
  if (told.length === 0) return words.nobodyTold
  return told.map((channel) => (channel === "mail" ? words.mailGoes : words.textGoes)).join(" ")
}
