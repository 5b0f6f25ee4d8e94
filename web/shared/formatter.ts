const made = new Map<string, Intl.DateTimeFormat>()

/** A formatter of dates; the same one for the same wish, since making one is slow. */
export function formatter(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const fresh = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  made.set(key, fresh)
  return fresh
}
