/** The language a visitor reads, and the country whose way of writing dates and times they know. */
import type { Locale } from "../../../domain/contracts/customer-pages.ts"

const spoken: readonly string[] = ["en", "fr", "es"] satisfies Locale[]

/** The first language that the browser asks for and the pages speak, else the company's. */
export function visitorLocale(acceptLanguage: string | undefined, companyLocale: Locale): Locale {
  const wanted = (acceptLanguage ?? "")
    .slice(0, 200)
    .split(",")
    .map((part, index) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
      const quality = parameters
        .find((parameter) => parameter.trim().startsWith("q="))
        ?.trim()
        .slice(2)
      return { language: tag.split("-")[0]!, quality: quality === undefined ? 1 : Number(quality), index }
    })
    .filter(({ language, quality }) => spoken.includes(language) && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
  return (wanted[0]?.language as Locale | undefined) ?? companyLocale
}

/** The country in the first of the browser's languages that names one, `CA` for `fr-CA`; null when none does. */
export function visitorRegion(acceptLanguage: string | undefined): string | null {
  const named = /[a-z]{2}-([a-z]{2})\b/i.exec((acceptLanguage ?? "").slice(0, 200))
  return named ? named[1]!.toUpperCase() : null
}
