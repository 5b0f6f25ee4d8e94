/** What keeps the company from being booked, and what fails: for its people, and for programs that watch it. */
import { noTextingNumber } from "../model/company.ts"
import { notFound } from "../model/errors.ts"
import { type ReadinessItem, readinessView } from "../model/readiness.ts"
import { endpointReadiness } from "../rules/webhooks/endpoint-readiness.ts"
import { findTextingNumber } from "../store/channels.ts"
import { findCompany } from "../store/companies.ts"
import { listEndpoints } from "../store/webhook-endpoints.ts"
import { found, operation, staff } from "./operation.ts"

export const readReadiness = operation({
  noun: "Company",
  name: "read_readiness",
  summary: "Read what keeps the company from working",
  description:
    "One item for each thing that was looked at: whether codes can be texted while the public page is on, and whether each " +
    "webhook endpoint works.",
  roles: staff,
  result: readinessView,
  async run({ db }, { companyId }) {
    const [company, textingNumber, endpoints] = await Promise.all([
      findCompany(db, companyId),
      findTextingNumber(db, companyId),
      listEndpoints(db, companyId),
    ])
    const pageIsOn = found(company, notFound("company")).public_booking_enabled
    const items = [...(pageIsOn ? [codesByText(textingNumber)] : []), ...endpoints.map(endpointReadiness)]
    return { ready: items.every(({ ok }) => ok), items }
  },
})

function codesByText(textingNumber: string | null): ReadinessItem {
  const item = { code: "codes_by_text" as const, target_id: null }
  if (textingNumber !== null)
    return { ...item, ok: true, message: `Codes are texted from ${textingNumber}.`, fix: null }
  return { ...item, ok: false, message: noTextingNumber, fix: "Register an sms channel." }
}
