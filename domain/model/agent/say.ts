/** Dates and times as an agent says them: always with the weekday, in the location's zone, in the language of the conversation. */
import { civilOfDay, dateOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { zoneNameIfDifferent } from "../../time/zone-names.ts"
import { partsOfMinutes } from "../said-durations.ts"
import { type Language, wordsIn } from "./speech.ts"
import { spokenTimes } from "./spoken-times.ts"

/** How times are worded for one caller. */
export interface Wording {
  language: Language
  /** Epoch milliseconds. */
  now: number
  /** The company's zone: a time where clocks show another is said with its zone's name. Null names no zone. */
  companyZone: string | null
  /** True where a time is said with its location. */
  namesLocation: boolean
}

/** Today's date in a zone. */
export interface Today {
  /** `YYYY-MM-DD` */
  today: string
  /** `Monday, March 1, 2027` */
  today_say: string
  timezone: string
}

/** `Monday`, of today in a zone. */
export const weekdayIn = (language: Language, zone: string, now: number): string =>
  spokenTimes[language].weekdays[weekdayOfDay(localOf(now, zone).day) - 1]!

const localOf = (ms: number, zone: string) => minuteToLocal(zone, minuteOf(ms))

const yearOf = (day: number) => civilOfDay(day).year

const yearIn = (zone: string, now: number) => yearOf(localOf(now, zone).day)

export function todayIn(language: Language, zone: string, now: number): Today {
  const { day } = localOf(now, zone)
  return { today: dateOfDay(day), today_say: spokenTimes[language].today(day), timezone: zone }
}

/** `Tuesday, March 2`; with the year when it is another than `thisYear`. */
export function sayDay(language: Language, day: number, thisYear?: number): string {
  const year = yearOf(day)
  return spokenTimes[language].day(day, thisYear === undefined || thisYear === year ? null : year)
}

/** `May 21` */
export const sayMonthDay = (language: Language, day: number): string => spokenTimes[language].monthDay(day)

/** `2:00 PM` */
export const sayTime = (language: Language, minuteOfDay: number): string =>
  spokenTimes[language].clock(minuteOfDay)

/** `2 PM`, `2:30 PM`, `noon`, of a time that is offered. */
export const sayClock = (language: Language, minuteOfDay: number): string =>
  spokenTimes[language].offered(minuteOfDay)

/** `2 PM`, of a time that stands in a longer phrase. */
export const sayBriefTime = (language: Language, minuteOfDay: number): string =>
  sayTime(language, minuteOfDay).replace(":00", "")

/** A count of up to twelve as a word, a larger one in digits. */
export const sayNumber = (language: Language, count: number): string =>
  spokenTimes[language].numbers[count] ?? String(count)

/** `an hour`, `90 minutes`, `two hours and 5 minutes`, `two weeks`. */
export function sayLength(language: Language, minutes: number): string {
  const words = wordsIn(language).lengths
  const parts = partsOfMinutes(minutes).map(({ unit, count }) =>
    words[unit]({ count, counted: sayNumber(language, count) }),
  )
  return sayList(language, parts)
}

/**
 * Times that are offered, of one zone and in their order, each day once: `Tuesday, March 2 at 9 AM or noon`, `Tuesday, March 2 at 9 AM
 * or noon; or Wednesday, March 3 at 2 PM`. `location` is said with each day where it is not null.
 */
export function sayTimes(
  starts: readonly Start[],
  zone: string,
  wording: Wording,
  location: string | null,
): string[] {
  const { language } = wording
  const { when } = wordsIn(language)
  const thisYear = yearIn(zone, wording.now)
  const byDay = Map.groupBy(starts, ({ start_time }) => localOf(Date.parse(start_time), zone).day)
  return [...byDay].map(([day, ofDay]) => {
    const clocks = ofDay.map(({ start_time }) =>
      sayClock(language, localOf(Date.parse(start_time), zone).minuteOfDay),
    )
    const time = sayList(language, [...new Set(clocks)], "or")
    const said = withZone(when.at({ day: sayDay(language, day, thisYear), time }), ofDay, zone, wording)
    return location === null ? said : when.atLocation({ when: said, location })
  })
}

/** `a`, `a and b`, `a, b and c` */
export function sayList(
  language: Language,
  parts: readonly string[],
  word: "and" | "or" | "nor" = "and",
  comma = ", ",
): string {
  const last = parts.at(-1) ?? ""
  if (parts.length < 2) return last
  const between = beforeSound(language, wordsIn(language).list[word], last)
  return `${parts.slice(0, -1).join(comma)} ${between} ${last}`
}

/** Spanish says `e` for `y` before the sound of `i`, and `u` for `o` before that of `o`. */
function beforeSound(language: Language, word: string, next: string): string {
  if (language !== "es") return word
  if (word === "y" && /^h?[ií](?![aeoáéó])/i.test(next)) return "e"
  return word === "o" && /^h?[oó]/i.test(next) ? "u" : word
}

/** So many names can be said; of more the caller hears that there are others. */
const mostChosen = 10

/** Up to ten names; of more, that there are others. */
export const sayNames = (language: Language, names: readonly string[], word: "and" | "or"): string =>
  sayList(
    language,
    names.length > mostChosen ? [...names.slice(0, mostChosen), wordsIn(language).list.others] : names,
    word,
  )

/** `Only Ana Ruiz.`, `You can choose Ana Ruiz or Ben Okafor.` */
export function sayChoice(language: Language, names: readonly string[]): string {
  const { types } = wordsIn(language)
  const [name] = names
  if (name === undefined) return types.noneOfName
  return names.length === 1 ? types.only({ name }) : types.choose({ names: sayNames(language, names, "or") })
}

/**
 * When an appointment is: `Tuesday, March 2 at 2:00 PM`; of a job over several days every day, `Tuesday, March 2;
 * Wednesday, March 3 and Thursday, March 4, each day at 9:00 AM`. When the location's clock shows another time
 * than the company's, the zone is named: `Tuesday, March 2 at 2:00 PM Mountain Time`.
 */
export function sayBlocks(blocks: readonly Start[], zone: string, wording: Wording): string {
  return withZone(sayDays(blocks, zone, wording), blocks, zone, wording)
}

/**
 * The same of a time that is offered, where a job over several days is one option: `three days from Monday, March 4, at
 * 8 AM`. Its last day is said when the days do not follow on one another.
 */
export function sayOption(blocks: readonly Start[], zone: string, wording: Wording): string {
  const { language } = wording
  const { when } = wordsIn(language)
  const starts = blocks.map(({ start_time }) => localOf(Date.parse(start_time), zone))
  const days = new Set(starts.map(({ day }) => day)).size
  if (days === 1) return sayBlocks(blocks.slice(0, 1), zone, wording)
  const thisYear = yearIn(zone, wording.now)
  const [first, last] = [starts[0]!, starts.at(-1)!]
  const said = when.fromDay({
    count: sayNumber(language, days),
    day: sayDay(language, first.day, thisYear),
    time: sayBriefTime(language, first.minuteOfDay),
  })
  const isInARow = last.day - first.day === days - 1
  const whole = isInARow ? said : when.ending({ when: said, day: sayDay(language, last.day, thisYear) })
  return withZone(whole, blocks, zone, wording)
}

interface Start {
  start_time: string
}

/** `Tuesday, March 2 between 8:00 AM and 10:00 AM`, of a promised window. */
export function sayWindow(
  window: { start_time: string; end_time: string },
  zone: string,
  wording: Wording,
): string {
  const { language, now } = wording
  const [from, until] = [window.start_time, window.end_time].map((time) => localOf(Date.parse(time), zone))
  const said = wordsIn(language).when.between({
    day: sayDay(language, from!.day, yearIn(zone, now)),
    from: sayTime(language, from!.minuteOfDay),
    until: sayTime(language, until!.minuteOfDay),
  })
  return withZone(said, [window], zone, wording)
}

/** `We are on the way and arrive about 9:40 AM.` */
export function sayOnTheWay(expected: string | null, zone: string, wording: Wording): string {
  const { when } = wordsIn(wording.language)
  if (expected === null) return when.onTheWay
  const clock = sayTime(wording.language, localOf(Date.parse(expected), zone).minuteOfDay)
  return when.arriving({ time: withZone(clock, [{ start_time: expected }], zone, wording) })
}

function withZone(
  when: string,
  [first]: readonly Start[],
  zone: string,
  { language, companyZone }: Wording,
): string {
  const elsewhere = zoneNameIfDifferent(language, zone, companyZone ?? zone, Date.parse(first!.start_time))
  return elsewhere === null ? when : wordsIn(language).when.inZone({ when, zone: elsewhere })
}

/** A time with its location, where the caller needs it: `Tuesday, March 2 at 2:00 PM at Downtown`. */
export const sayAt = (when: string, location: string, { language, namesLocation }: Wording): string =>
  namesLocation ? wordsIn(language).when.atLocation({ when, location }) : when

function sayDays(blocks: readonly Start[], zone: string, { language, now }: Wording): string {
  const { when } = wordsIn(language)
  const thisYear = yearIn(zone, now)
  const starts = blocks.map(({ start_time }) => localOf(Date.parse(start_time), zone))
  const years = starts.map(({ day }) => yearOf(day))
  // Days in one year name the year once, after the last day.
  const days = starts.map(({ day }, i) =>
    sayDay(language, day, years[i] === years[i + 1] ? years[i] : thisYear),
  )
  const times = starts.map(({ minuteOfDay }) => sayTime(language, minuteOfDay))
  const each = () => days.map((day, i) => when.at({ day, time: times[i]! }))
  if (days.length === 1) return each()[0]!
  // A clock change may shift one of the days.
  if (new Set(times).size > 1) return sayList(language, each(), "and", "; ")
  return when.eachDay({ days: sayList(language, days, "and", "; "), time: times[0]! })
}

/** `Thursday, March 21`, of an instant in a zone. */
export const sayDayOf = (language: Language, time: string, zone: string): string =>
  sayDay(language, localOf(Date.parse(time), zone).day)

/** `Friday, March 5` of a day; with its year where that is not this one. */
export const sayDate = (language: Language, day: number, zone: string, now: number): string =>
  sayDay(language, day, yearIn(zone, now))
