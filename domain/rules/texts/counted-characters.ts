/** How many characters an outreach text counts: `{booking_link}` as 100, however long the link is. */

export const mostCharacters = 320
/** `{booking_link}` counts as this many characters. */
export const linkCharacters = 100

const linkPattern = /\{booking_link\}/g

export const usesBookingLink = (text: string) => text.includes("{booking_link}")

/** Characters of the text; every placeholder except `{booking_link}` counts as it is written. */
export function countCharacters(text: string): number {
  const links = text.match(linkPattern)?.length ?? 0
  return [...text.replace(linkPattern, "")].length + links * linkCharacters
}
