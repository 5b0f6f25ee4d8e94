/** The thread that knows the rules of holidays. Answers one question and ends. */
import { parentPort, workerData } from "node:worker_threads"
import Holidays from "date-holidays"
import type { Holiday } from "../../../../domain/model/company-time-off.ts"

export interface HolidaysAsked {
  country: string
  year: number
  language: string
}

function holidaysOf({ country, year, language }: HolidaysAsked): Holiday[] | null {
  const rules = new Holidays()
  if (!(country in rules.getCountries())) return null
  rules.init(country)
  // A name that is not known in the language is said in English, never in a third one; in American spelling where it is at home.
  const english = country === "US" ? ["en-us", "en"] : ["en", "en-us"]
  rules.setLanguages(language === "en" ? english : [language, ...english])
  return rules
    .getHolidays(year)
    .filter(({ type }) => type === "public")
    .map(({ date, name }) => ({ date: date.slice(0, 10), name }))
}

parentPort!.postMessage(holidaysOf(workerData as HolidaysAsked))
