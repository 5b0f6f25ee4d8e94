const formatters = remembering<Intl.DateTimeFormat>(500)

/** A formatter of dates. The same arguments give the same formatter, because making one is slow. */
export function formatter(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  return formatters(key, () => new Intl.DateTimeFormat(locale, { ...options, timeZone }))
}

/**
 * A cache that empties itself when it holds `most` values. A page never holds that many, but the server renders first
 * screens with the same code and runs for months.
 */
export function remembering<Value extends object>(most: number): (key: string, make: () => Value) => Value {
  const known = new Map<string, Value>()
  return (key, make) => {
    const kept = known.get(key)
    if (kept) return kept
    if (known.size >= most) known.clear()
    const made = make()
    known.set(key, made)
    return made
  }
}
