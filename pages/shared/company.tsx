import type { CompanyView } from "../../domain/contracts/customer-pages.ts"
import { useLanguage } from "./language.ts"

/** A logo so much wider than high says the name itself. */
const wideRatio = 2

/** True where the company's logo stands for its name. */
export const isNamedByLogo = ({ logo }: CompanyView): boolean =>
  logo !== null && logo.width >= logo.height * wideRatio

/** The company's logo, whose room its own size reserves; else its initial. */
export function Mark({ company }: { company: CompanyView }) {
  const { logo, name } = company
  if (!logo) {
    return (
      <span class="mark" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    )
  }
  const { url, width, height } = logo
  return <img class="logo" src={url} alt={isNamedByLogo(company) ? name : ""} width={width} height={height} />
}

/** A link that dials the number; a button where calling is the next step. */
export function PhoneLink({ phone, asButton = false }: { phone: string; asButton?: boolean }) {
  const { words } = useLanguage()
  return (
    <a class={asButton ? "button primary" : "phone"} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
      {asButton ? `${words.call} ${shownPhone(phone)}` : shownPhone(phone)}
    </a>
  )
}

/** A North American number as people write it; any other number as it is. */
function shownPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3")
}
