/** The words of an outreach step: what may stand in them, how they are counted, and how they are filled in. */

export const mostCharacters = 320
/** What `{booking_link}` counts as, however long the link turns out. */
const linkCharacters = 100

export const placeholders = ["booking_link", "first_name", "appointment_type", "phone"] as const
export type Placeholder = (typeof placeholders)[number]

const linkPattern = /\{booking_link\}/g
const anyPattern = /\{([^{}]*)\}/g

export const usesBookingLink = (text: string) => text.includes("{booking_link}")

/** Every other placeholder counts as it is written. */
export function countCharacters(text: string): number {
  const links = text.match(linkPattern)?.length ?? 0
  return [...text.replace(linkPattern, "")].length + links * linkCharacters
}

/** What is wrong with the text, as words that follow "sms_text: "; null when nothing is. */
export function whyWrongText(text: string): string | null {
  for (const [whole, word] of text.matchAll(anyPattern)) {
    if (!placeholders.some((known) => known === word)) {
      return `expected no placeholder but ${placeholders.map((known) => `{${known}}`).join(", ")}, found ${whole}`
    }
  }
  const counted = countCharacters(text)
  if (counted <= mostCharacters) return null
  return `expected at most ${mostCharacters} characters, {booking_link} counted as ${linkCharacters}; it counts ${counted}`
}

export function filledText(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(anyPattern, (whole, word: string) =>
    Object.hasOwn(values, word) ? values[word as Placeholder] : whole,
  )
}
