/** Days and times of the clock as people say them, by language: `Tuesday, March 2`, `el martes 2 de marzo`, `mardi 2 mars`. */
import { civilOfDay, weekdayOfDay } from "../../time/dates.ts"
import type { Language } from "./speech.ts"

export interface SpokenTimes {
  /** Monday is the first. */
  weekdays: readonly string[]
  /** Two to twelve, each at its own index. */
  numbers: readonly string[]
  /** With the year where it is not null. */
  day(day: number, year: number | null): string
  /** Today, as an answer says it: with its year. */
  today(day: number): string
  /** A day without weekday and year, `May 21`. */
  monthDay(day: number): string
  /** To the minute, `2:00 PM`. In Spanish with its article, so that every sentence may put a preposition before it. */
  clock(minuteOfDay: number): string
  /** As times are offered, `2 PM`, `noon`. */
  offered(minuteOfDay: number): string
  /** Each of these days, as `Mondays`; 1 is Monday. */
  each(weekday: number): string
}

const twoDigits = (minuteOfDay: number) => String(minuteOfDay % 60).padStart(2, "0")
const hourOf = (minuteOfDay: number) => Math.floor(minuteOfDay / 60)
const hourOfTwelve = (minuteOfDay: number) => (hourOf(minuteOfDay) % 12 === 0 ? 12 : hourOf(minuteOfDay) % 12)
const noon = 12 * 60

const months: Record<Language, readonly string[]> = {
  en: [
    ...["January", "February", "March", "April", "May", "June"],
    ...["July", "August", "September", "October", "November", "December"],
  ],
  es: [
    ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
    ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
  ],
  fr: [
    ...["janvier", "février", "mars", "avril", "mai", "juin"],
    ...["juillet", "août", "septembre", "octobre", "novembre", "décembre"],
  ],
}

const weekdays: Record<Language, readonly string[]> = {
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  es: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
}

function wordsOf(language: Language, day: number) {
  const { year, month, dayOfMonth } = civilOfDay(day)
  const weekday = weekdays[language][weekdayOfDay(day) - 1]!
  return { year, month: months[language][month - 1]!, dayOfMonth, weekday }
}

const english: SpokenTimes = {
  weekdays: weekdays.en,
  numbers: [
    ...["", "one", "two", "three", "four", "five", "six"],
    ...["seven", "eight", "nine", "ten", "eleven", "twelve"],
  ],
  day(day, year) {
    const { weekday, month, dayOfMonth } = wordsOf("en", day)
    return `${weekday}, ${month} ${dayOfMonth}${year === null ? "" : `, ${year}`}`
  },
  today: (day) => english.day(day, wordsOf("en", day).year),
  monthDay(day) {
    const { month, dayOfMonth } = wordsOf("en", day)
    return `${month} ${dayOfMonth}`
  },
  clock: (at) => `${hourOfTwelve(at)}:${twoDigits(at)} ${hourOf(at) < 12 ? "AM" : "PM"}`,
  offered: (at) => (at === noon ? "noon" : english.clock(at).replace(":00", "")),
  each: (weekday) => `${weekdays.en[weekday - 1]}s`,
}

const spanish: SpokenTimes = {
  weekdays: weekdays.es,
  numbers: [
    ...["", "una", "dos", "tres", "cuatro", "cinco", "seis"],
    ...["siete", "ocho", "nueve", "diez", "once", "doce"],
  ],
  day(day, year) {
    const { weekday, month, dayOfMonth } = wordsOf("es", day)
    return `el ${weekday} ${dayOfMonth} de ${month}${year === null ? "" : ` de ${year}`}`
  },
  today: (day) => spanish.day(day, wordsOf("es", day).year).replace(/^el /, ""),
  monthDay(day) {
    const { month, dayOfMonth } = wordsOf("es", day)
    return `el ${dayOfMonth} de ${month}`
  },
  clock(at) {
    const hour = hourOfTwelve(at)
    const minutes = at % 60 === 0 ? "" : `:${twoDigits(at)}`
    return `${hour === 1 ? "la" : "las"} ${hour}${minutes} ${partOfDayInSpanish(at)}`
  },
  offered: (at) => spanish.clock(at),
  each: (weekday) => `los ${weekdays.es[weekday - 1]}${weekday > 5 ? "s" : ""}`,
}

/** The words that follow an hour of twelve, where English has AM and PM. */
function partOfDayInSpanish(minuteOfDay: number): string {
  if (minuteOfDay === noon) return "del mediodía"
  if (hourOf(minuteOfDay) === 0) return "de la noche"
  if (hourOf(minuteOfDay) < 6) return "de la madrugada"
  if (minuteOfDay < noon) return "de la mañana"
  return hourOf(minuteOfDay) < 20 ? "de la tarde" : "de la noche"
}

const french: SpokenTimes = {
  weekdays: weekdays.fr,
  numbers: [
    ...["", "un", "deux", "trois", "quatre", "cinq", "six"],
    ...["sept", "huit", "neuf", "dix", "onze", "douze"],
  ],
  day(day, year) {
    const { weekday } = wordsOf("fr", day)
    return `${weekday} ${french.monthDay(day)}${year === null ? "" : ` ${year}`}`
  },
  today: (day) => french.day(day, wordsOf("fr", day).year),
  monthDay(day) {
    const { month, dayOfMonth } = wordsOf("fr", day)
    return `${dayOfMonth === 1 ? "1er" : dayOfMonth} ${month}`
  },
  clock(at) {
    if (at === noon) return "midi"
    return at % 60 === 0 ? `${hourOf(at)} h` : `${hourOf(at)} h ${twoDigits(at)}`
  },
  offered: (at) => french.clock(at),
  each: (weekday) => `le ${weekdays.fr[weekday - 1]}`,
}

export const spokenTimes: Readonly<Record<Language, SpokenTimes>> = {
  en: english,
  es: spanish,
  fr: french,
}
