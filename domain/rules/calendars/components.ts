/**
 * iCalendar text (RFC 5545) as a tree of components. Lenient where programs are careless (line ends, malformed lines),
 * strict about size.
 */
import { calendarLimits, UnreadableCalendar } from "./unreadable-calendar.ts"

export interface Property {
  /** Upper case. */
  name: string
  /** Names in upper case, values without their quotes. */
  params: ReadonlyMap<string, string>
  /** The raw value, not unescaped. */
  value: string
}

export interface Component {
  /** Upper case: `VEVENT`. */
  name: string
  properties: Property[]
  parts: Component[]
}

/** The top components, usually `VCALENDAR`. Throws UnreadableCalendar for text without any. */
export function readComponents(text: string): Component[] {
  if (text.length > calendarLimits.characters) throw new UnreadableCalendar("it is too large")
  const root: Component = { name: "", properties: [], parts: [] }
  const open: Component[] = [root]
  let count = 0
  for (const line of linesOf(text)) {
    const property = readLine(line)
    if (property === null) continue
    const current = open.at(-1)!
    if (property.name === "BEGIN") {
      count += 1
      if (count > calendarLimits.components) throw new UnreadableCalendar("it holds too many events")
      if (open.length > calendarLimits.depth) throw new UnreadableCalendar("its parts lie too deep")
      const part = { name: property.value.trim().toUpperCase(), properties: [], parts: [] }
      current.parts.push(part)
      open.push(part)
    } else if (property.name === "END") {
      if (open.length > 1) open.pop()
    } else current.properties.push(property)
  }
  if (open.length > 1) throw new UnreadableCalendar("it ends too early")
  if (root.parts.length === 0) throw new UnreadableCalendar("it is not an iCalendar file")
  return root.parts
}

/** Lines with their continuations joined. */
export function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/(?:\r\n|\n|\r)[ \t]/g, "")
    .split(/\r\n|\n|\r/)
}

/** `NAME;PARAM=value;PARAM="quoted":value`; null for a malformed line. */
export function readLine(line: string): Property | null {
  const end = endOfPart(line, 0)
  if (end <= 0 || end === line.length) return null
  const params = new Map<string, string>()
  let at = end
  while (line[at] === ";") {
    const next = endOfPart(line, at + 1)
    const [name = "", ...rest] = line.slice(at + 1, next).split("=")
    params.set(name.toUpperCase(), rest.join("=").replaceAll('"', ""))
    at = next
  }
  return line[at] === ":"
    ? { name: line.slice(0, end).toUpperCase(), params, value: line.slice(at + 1) }
    : null
}

/** The index of the next `;` or `:` outside quotes. */
function endOfPart(line: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < line.length; at += 1) {
    const mark = line[at]
    if (mark === '"') isQuoted = !isQuoted
    else if (!isQuoted && (mark === ";" || mark === ":")) return at
  }
  return line.length
}

/** The first property of the name. */
export const propertyOf = (component: Component, name: string): Property | undefined =>
  component.properties.find((property) => property.name === name)

export const propertiesOf = (component: Component, name: string): Property[] =>
  component.properties.filter((property) => property.name === name)

/** The first property's value in upper case, for words such as `CANCELLED`. */
export const wordOf = (component: Component, name: string): string | undefined =>
  propertyOf(component, name)?.value.trim().toUpperCase()

export const partsOf = (components: readonly Component[], name: string): Component[] =>
  components.flatMap(({ parts }) => parts.filter((part) => part.name === name))
