import type { CompanyView } from "../../../web/shared/contract.ts"
import { phoneToCall } from "../../model/public-page.ts"
import type { ScheduleCompany } from "../../model/schedules.ts"

type Shown = Pick<ScheduleCompany, "name" | "phone" | "voice_phone" | "locale" | "accent_color" | "logo_hash">

/** The company as its pages show it. */
export function companyView(company: Shown, bookUrl: string): CompanyView {
  return {
    name: company.name,
    phone: phoneToCall(company),
    locale: company.locale,
    accentColor: company.accent_color,
    logoUrl: company.logo_hash === null ? null : `${bookUrl}/assets/logo/${company.logo_hash}`,
  }
}
