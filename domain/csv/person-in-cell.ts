/** People whom an export writes into one cell. */

/** `Ana Ruiz (ana@example.com)`, as Cal.com writes a guest. */
export function guestIn(text: string): { name: string; email: string } | null {
  const found = /\(([^\s()@]+@[^\s()]+)\)/.exec(text)
  return found && { name: text.slice(0, found.index).trimEnd(), email: found[1]! }
}

export interface PersonInCell {
  name?: string
  phone?: string
  email?: string
}

/** No cell of people is longer. A longer text is left as it is, before a pattern reads it. */
const longestCell = 2_000

/** `Di Fox di@example.com +15125550123`, as Amelia writes each customer of an appointment, with commas between several. */
export function peopleIn(text: string): PersonInCell[] {
  if (text.length > longestCell) return [{ name: text }]
  return text
    .split(", ")
    .filter((each) => each.trim() !== "")
    .map(personIn)
}

function personIn(text: string): PersonInCell {
  const email = text.split(/\s+/).find((word) => /^[^@]+@[^@]+$/.test(word))
  const rest = email === undefined ? text : text.replace(email, " ")
  const phone = /\+?[\d(][\d\s().-]{5,25}\d/.exec(rest)?.[0]
  const name = (phone === undefined ? rest : rest.replace(phone, " ")).replace(/\s+/g, " ").trim()
  return {
    ...(name === "" ? {} : { name }),
    ...(phone === undefined ? {} : { phone: phone.trim() }),
    ...(email === undefined ? {} : { email }),
  }
}
