/**
 * iCalendar text (RFC 5545) as a tree of components. Lenient where programs are careless (line ends, malformed lines, blanks before
 * the file, parts that are not ended), strict about size.
 */
import { calendarLimits, UnreadableCalendar } from "./unreadable-calendar.ts"

export interface Property {
  /** Upper case. */
  name: string
  /** Names in upper case, values without their quotes. */
  params: ReadonlyMap<string, string>
  /** The raw value, not unescaped. */
  value: string
  /** The number of its line in the text, from 1, and the line itself without folding. */
  line: number
  text: string
}

export interface Component {
  /** Upper case: `VEVENT`. */
  name: string
  properties: Property[]
  parts: Component[]
}

/**
 * The top components, usually `VCALENDAR`; events outside of one stand in one of their own. Throws UnreadableCalendar for text
 * that holds no calendar: a page, a card, JSON, nothing.
 */
export function readComponents(text: string): Component[] {
  if (text.length > calendarLimits.characters) throw new UnreadableCalendar("it is too large")
  if (/^[\s\0\uFEFF]*[<{[]/.test(text)) throw noCalendar()
  const root = treeOf(text)
  const calendars = root.parts.filter(({ name }) => name === "VCALENDAR")
  const bare = root.parts.filter(({ name }) => namesOfParts.has(name))
  const around: Component = { name: "VCALENDAR", properties: root.properties, parts: bare }
  if (calendars.length === 0 && bare.every(({ name }) => name === "VTIMEZONE")) throw noCalendar()
  return bare.length === 0 ? calendars : [...calendars, around]
}

const noCalendar = () => new UnreadableCalendar("it is not an iCalendar file")

const namesOfParts = new Set(["VEVENT", "VFREEBUSY", "VTODO", "VJOURNAL", "VTIMEZONE"])

/** These stand in no other of them: where the next one begins, one that was not ended is over. */
const namesOfTopParts = new Set(["VCALENDAR", ...namesOfParts])

function treeOf(text: string): Component {
  const root: Component = { name: "", properties: [], parts: [] }
  const open: Component[] = [root]
  let count = 0
  for (const line of numberedLines(text)) {
    const property = readLine(line.text, line.number) ?? brokenTime(line)
    if (property === null) continue
    if (property.name === "BEGIN") {
      const part: Component = { name: property.value.trim().toUpperCase(), properties: [], parts: [] }
      count += 1
      if (count > calendarLimits.components) throw new UnreadableCalendar("it holds too many events")
      if (namesOfParts.has(part.name)) closeOpenPart(open)
      if (open.length > calendarLimits.depth) throw new UnreadableCalendar("its parts lie too deep")
      open.at(-1)!.parts.push(part)
      open.push(part)
    } else if (property.name === "END") {
      const name = property.value.trim().toUpperCase()
      const at = open.findLastIndex((part) => part.name === name)
      if (at > 0) open.length = at
    } else open.at(-1)!.properties.push(property)
  }
  if (open.length > 1 && !isWholeWithoutEnd(open)) throw new UnreadableCalendar("it ends too early")
  return root
}

/** Only the last line is missing, or is misspelled: all events are ended. One that is cut off within an event may lack more of them. */
const isWholeWithoutEnd = ([, calendar, ...inner]: readonly Component[]): boolean =>
  inner.length === 0 &&
  calendar!.name === "VCALENDAR" &&
  calendar!.parts.some(({ name }) => name !== "VTIMEZONE")

function closeOpenPart(open: Component[]): void {
  const at = open.findIndex(({ name }) => namesOfTopParts.has(name) && name !== "VCALENDAR")
  if (at > 0) open.length = at
}

/** A line that says when an event is must not be lost: without its colon, or with a quote that is not ended, its value is unclear. */
function brokenTime({ text, number }: NumberedLine): Property | null {
  const name = /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|RECURRENCE-ID)(?![A-Z-])/i.exec(text)?.[0]
  return name === undefined
    ? null
    : {
        name: name.toUpperCase(),
        params: new Map(),
        value: text.slice(name.length) || "?",
        line: number,
        text,
      }
}

interface NumberedLine {
  number: number
  text: string
}

/** Lines with their continuations joined, each with the number of its first line. */
function* numberedLines(text: string): Generator<NumberedLine> {
  let current: NumberedLine | null = null
  let number = 0
  for (const line of text.split(/\r{0,2}\n|\r/)) {
    number += 1
    // In files with doubled line ends, a continuation stands behind a blank line.
    if (line === "") continue
    if (current !== null && (line.startsWith(" ") || line.startsWith("\t"))) current.text += line.slice(1)
    else {
      if (current !== null) yield current
      const begin: string = current === null ? line.replace(/^[\s\0\uFEFF]+/, "") : line
      // Blanks before the file are no line that could be continued.
      if (current !== null || begin !== "") current = { number, text: begin }
    }
  }
  if (current !== null) yield current
}

/** Lines with their continuations joined. */
export const linesOf = (text: string): string[] => Array.from(numberedLines(text), (line) => line.text)

/** `NAME;PARAM=value;PARAM="quoted":value`; null for a malformed line. */
export function readLine(line: string, number = 0): Property | null {
  const end = endOfPart(line, 0)
  if (end <= 0 || end === line.length) return null
  const params = new Map<string, string>()
  let at = end
  while (line[at] === ";") {
    const next = endOfPart(line, at + 1)
    const [name = "", ...rest] = line.slice(at + 1, next).split("=")
    params.set(name.trim().toUpperCase(), rest.join("=").replaceAll('"', ""))
    at = next
  }
  if (line[at] !== ":") return null
  const property = {
    name: line.slice(0, end).trim().toUpperCase(),
    params,
    value: line.slice(at + 1),
    line: number,
    text: line,
  }
  return params.has("TZID") ? withWholeZone(property) : property
}

/** Some programs write a zone with a colon without quotes: `TZID=(UTC+07:00) Bangkok:20261209T090000`. */
function withWholeZone(property: Property): Property {
  if (/^\s*\d{8}/.test(property.value)) return property
  const match = /^(.*):(\d{8}(?:\D.*)?)$/s.exec(property.value)
  if (match === null) return property
  const params = new Map(property.params).set("TZID", `${property.params.get("TZID")}:${match[1]}`)
  return { ...property, params, value: match[2]! }
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
