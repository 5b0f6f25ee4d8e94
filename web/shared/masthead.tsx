import type { CompanyView, Locale } from "./contract.ts"
import { LanguageSwitch } from "./language-switch.tsx"

interface MastheadProps {
  company: CompanyView
  onSwitch(locale: Locale): void
}

/** The company, as its own page would open. */
export function Masthead({ company, onSwitch }: MastheadProps) {
  const { name, logoUrl } = company
  return (
    <header class="masthead">
      {logoUrl && <img src={logoUrl} alt="" height="40" />}
      <span class="company">{name}</span>
      <LanguageSwitch onSwitch={onSwitch} />
    </header>
  )
}
