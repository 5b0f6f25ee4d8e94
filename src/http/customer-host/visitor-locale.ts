/** The language a visitor reads: the first that the browser asks for and the pages speak, else the company's. */
import type { Locale } from "../../../web/shared/contract.ts"

const spoken: readonly string[] = ["en", "fr", "es"] satisfies Locale[]

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
