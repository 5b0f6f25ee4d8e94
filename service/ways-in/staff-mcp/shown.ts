/** An answer as a model is given it: without private links, and with times as people at the location read them. */

/** Such fields hold links that open something for everyone who has them. */
const isLinkName = (name: string) => /(^|_)(url|link|token|secret)$/.test(name)
/** A link inside a message, but for its host. */
const privateLink = /(https?:\/\/[^\s/]+\/)[a-z]\/[\w-]{8,}/gi

/** The most bytes of an answer that a model is given. */
export const mostBytes = 60_000

export function shown(value: unknown, zone: string | null = null): unknown {
  if (typeof value === "string") return value.replace(privateLink, "$1…")
  if (Array.isArray(value)) return value.map((each) => shown(each, zone))
  if (typeof value !== "object" || value === null) return value
  const fields = value as Record<string, unknown>
  const own = typeof fields.timezone === "string" ? fields.timezone : zone
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, each]): [string, unknown][] => {
      if (isLinkName(name) || each === null) return []
      if (own !== null && name === "start_time" && typeof each === "string")
        return [
          [name, each],
          ["local_start", localTime(each, own)],
        ]
      return [[name, shown(each, own)]]
    }),
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** As "Tuesday, March 2, 2027 at 3:00 PM CST"; the zone's name tells the two hours of a clock change apart. */
function localTime(instant: string, zone: string): string {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat("en-US", {
      ...{ weekday: "long", year: "numeric", month: "long", day: "numeric" },
      ...{ hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone: zone },
    })
  if (!known) formats.set(zone, format)
  return format.format(new Date(instant)).replaceAll(/[\u202f\u00a0]/g, " ")
}

/** A search answers thousands of starts: each provider's first ones are enough for a model, which may ask for fewer dates. */
const mostStarts = 12
const mostProviders = 20

export function shortSlots(data: unknown): unknown {
  const { providers, ...rest } = data as { providers: { slots: { blocks?: unknown }[] }[] }
  const withoutBlocks = <Slot extends { blocks?: unknown }>({ blocks: _, ...slot }: Slot) => slot
  const { recommended = [] } = rest as { recommended?: { blocks?: unknown }[] }
  return {
    ...rest,
    recommended: recommended.map(withoutBlocks),
    providers: providers.slice(0, mostProviders).map(({ slots, ...provider }) => ({
      ...provider,
      free_starts: slots.length,
      slots: slots.slice(0, mostStarts).map(withoutBlocks),
    })),
    ...(providers.length > mostProviders ? { providers_left_out: providers.length - mostProviders } : {}),
  }
}
