import { remembering } from "./remembering.ts"

const kept = remembering<Intl.DateTimeFormat>(500)

/** A formatter of dates; the same one for the same wish, since making one is slow. */
export function formatter(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  return kept(key, () => new Intl.DateTimeFormat(locale, { ...options, timeZone }))
}
