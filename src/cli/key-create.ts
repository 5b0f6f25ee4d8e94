import { apiKeyInput } from "../model/api-key.ts"
import { openKey } from "../operations/operator.ts"
import { answer, type Command, optionsOf } from "./command.ts"
import { withContext } from "./opened.ts"
import { checked, companyIdOf, needed } from "./option-values.ts"

const { name, role } = apiKeyInput.shape

export const keyCreate: Command = {
  name: "key create",
  usage: "--company ID --role admin|member|agent [--name NAME] [--json]",
  summary: "Make another key for a company; prints it, once",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      role: { type: "string" },
      name: { type: "string", default: "From the command line" },
      json: { type: "boolean" },
    })
    const companyId = companyIdOf(values.company)
    const input = {
      name: checked(name, values.name, "name"),
      role: checked(role, needed(values.role, "role"), "role"),
    }
    await withContext(settings(), async (context) => {
      const apiKey = await openKey(context, companyId, input)
      answer(values.json, { company_id: companyId, api_key: apiKey }, ["The key, shown only now:", apiKey])
    })
  },
}
