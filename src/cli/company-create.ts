import { publicSlug } from "../model/company.ts"
import { name, phone } from "../model/fields.ts"
import { timezone } from "../model/location.ts"
import { openCompany } from "../operations/operator.ts"
import { answer, type Command, optionsOf } from "./command.ts"
import { withContext } from "./opened.ts"
import { checked, needed } from "./option-values.ts"

export const companyCreate: Command = {
  name: "company create",
  usage: "--name NAME --timezone ZONE [--slug SLUG] [--phone +15125550100] [--json]",
  summary: "Make a company; prints its first admin key, once",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      name: { type: "string" },
      timezone: { type: "string" },
      slug: { type: "string" },
      phone: { type: "string" },
      json: { type: "boolean" },
    })
    const input = {
      name: checked(name(), needed(values.name, "name"), "name"),
      timezone: checked(timezone, needed(values.timezone, "timezone"), "timezone"),
      slug: values.slug === undefined ? null : checked(publicSlug, values.slug, "slug"),
      phone: values.phone === undefined ? null : checked(phone, values.phone, "phone"),
    }
    await withContext(settings(), async (context) => {
      const { companyId, apiKey } = await openCompany(context, input)
      answer(values.json, { company_id: companyId, api_key: apiKey }, [
        `Company ${companyId} is made. Its first admin key, shown only now:`,
        apiKey,
      ])
    })
  },
}
