import { isNamedByLogo, Mark } from "../shared/brand.tsx"
import { useLanguage } from "../shared/language.ts"
import { PhoneLink } from "../shared/phone-link.tsx"
import type { PageView } from "./contract.ts"

/** More cities than these say little. */
const mostCities = 3

/** The company's face: its logo, its name once, where it is, and its number. */
export function Hero({ view: { company, locations } }: { view: PageView }) {
  const { formats } = useLanguage()
  const cities = [...new Set(locations.flatMap(({ city }) => city ?? []))].sort()
  const where = cities.length <= mostCities ? formats.list(cities) : ""
  return (
    <>
      {!isNamedByLogo(company) && <Mark company={company} />}
      <div>
        <h1>{isNamedByLogo(company) ? <Mark company={company} /> : company.name}</h1>
        <p class="note">
          {where}
          {where && company.phone && " · "}
          {company.phone && <PhoneLink phone={company.phone} />}
        </p>
      </div>
    </>
  )
}
