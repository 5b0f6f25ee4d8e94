/** Times as texts write them: short, on the clock of the place, in the recipient's language. */
import { dateOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { shortZoneName } from "../../time/zone-names.ts"

export type Locale = "en" | "fr" | "es"

const weekdays = {
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  fr: ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
  es: ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
}
const months = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  fr: [
    ...["janv.", "févr.", "mars", "avril", "mai", "juin"],
    ...["juil.", "août", "sept.", "oct.", "nov.", "déc."],
  ],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
}

/** `Tue, Mar 2 at 2:00 PM CST`, on the clock of the zone, with the zone's short name. */
export function formatTime(locale: Locale, zone: string, ms: number): string {
  const name = shortZoneName(locale, zone, ms)
  const clockTime = onTheClock(locale, zone, ms)
  return locale === "en" ? `${clockTime} ${name}` : `${clockTime} (${name})`
}

function onTheClock(locale: Locale, zone: string, ms: number): string {
  const { day, minuteOfDay } = minuteToLocal(zone, minuteOf(ms))
  const [, monthText, dayText] = dateOfDay(day).split("-")
  const weekday = weekdays[locale][weekdayOfDay(day) - 1]!
  const month = months[locale][Number(monthText) - 1]!
  const date = Number(dayText)
  const hour = Math.floor(minuteOfDay / 60)
  const minute = String(minuteOfDay % 60).padStart(2, "0")
  switch (locale) {
    case "en":
      return `${weekday}, ${month} ${date} at ${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`
    case "fr":
      return `${weekday} ${date === 1 ? "1er" : date} ${month} à ${hour} h ${minute}`
    case "es":
      return `${weekday} ${date} ${month} a las ${hour}:${minute}`
  }
}
