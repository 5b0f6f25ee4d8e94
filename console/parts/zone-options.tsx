/** The options of a choice of time zones: by continent, as the browser knows them; the chosen one even where it does not. */

export function ZoneOptions({ chosen }: { chosen: string }) {
  const known = Intl.supportedValuesOf("timeZone")
  const zones = chosen === "" || known.includes(chosen) ? known : [...known, chosen]
  const byRegion = Object.groupBy(zones, (zone) => zone.split("/")[0]!)
  return (
    <>
      {Object.entries(byRegion)
        .sort(([one], [other]) => rank(one) - rank(other))
        .map(([region, inside]) => (
          <optgroup key={region} label={region}>
            {inside!.map((zone) => (
              <option key={zone} value={zone}>
                {cityOf(zone)}
              </option>
            ))}
          </optgroup>
        ))}
    </>
  )
}

/** The zone of this browser, as a first guess. */
export const zoneOfBrowser = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const cityOf = (zone: string) =>
  zone
    .slice(zone.indexOf("/") + 1)
    .replaceAll("_", " ")
    .split("/")
    .reverse()
    .join(", ")

/** Codes are texted in the United States and Canada, so most companies are there. */
const rank = (region: string) => (region === "America" ? 0 : region === "Pacific" ? 1 : 2)
