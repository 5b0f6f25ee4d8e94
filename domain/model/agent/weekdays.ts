/** Days of the week as callers and models write them. */

export const weekdayNames: readonly string[] = [
  ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
]

/** The days that a list of names holds; 1 is Monday. */
export const weekdaysIn = (names: string): ReadonlySet<number> =>
  new Set(names.split(", ").map((name) => weekdayNames.indexOf(name) + 1))

const severalDays: Record<string, readonly string[]> = {
  weekday: weekdayNames.slice(0, 5),
  weekend: weekdayNames.slice(5),
  any: weekdayNames,
  every: weekdayNames,
}
/** Words between the days that say nothing of which they are. */
const fillers = new Set(["and", "or", "day", "on", "from", "the"])
const until = new Set(["-", "to", "through", "thru", "till", "until"])
const excluding = new Set(["not", "no", "but", "except", "without"])

/**
 * `tuesday, wednesday` of `Tue and Wed`, `Tuesday-Wednesday`, or `weekdays except Mon, Thu to Fri`. A word that is no day stays as it
 * is, so that it can be refused.
 */
export function weekdaysAsWritten(written: string): string {
  const words = written.toLowerCase().match(/[a-z]+|[-–]/g) ?? []
  const named = new Set<string>()
  const excluded = new Set<string>()
  let days = named
  let last = ""
  let isRange = false
  for (const word of words.map(wordOf)) {
    if (fillers.has(word)) continue
    if (until.has(word)) {
      isRange = true
      continue
    }
    if (excluding.has(word)) {
      days = excluded
      continue
    }
    const read = severalDays[word] ?? [dayOf(word)]
    for (const name of isRange ? daysBetween(last, read[0]!) : read) days.add(name)
    last = read.at(-1)!
    isRange = false
  }
  const all = named.size === 0 && excluded.size > 0 ? weekdayNames : [...named]
  const strange = [...excluded].filter((name) => !weekdayNames.includes(name))
  return [...all.filter((name) => !excluded.has(name)), ...strange].join(", ")
}

const wordOf = (word: string) =>
  word === "–" ? "-" : word.endsWith("s") && word.length > 4 ? word.slice(0, -1) : word

const dayOf = (word: string) =>
  weekdayNames.find((name) => name === word || (word.length >= 3 && name.startsWith(word))) ?? word

/** From the first to the last, over the end of the week too. */
function daysBetween(first: string, last: string): string[] {
  const [from, to] = [weekdayNames.indexOf(first), weekdayNames.indexOf(last)]
  if (from < 0 || to < 0) return [last]
  const count = (to - from + weekdayNames.length) % weekdayNames.length
  return Array.from({ length: count + 1 }, (_, i) => weekdayNames[(from + i) % weekdayNames.length]!)
}
