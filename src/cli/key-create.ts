import { bookUrlOf, openHouse } from "../app.ts"
import { openKey } from "../operations/api-keys/open-key.ts"
import { answer, type Command, needed, optionsOf, UsageError } from "./command.ts"

const roles = ["admin", "member", "agent"] as const

export const keyCreate: Command = {
  name: "key create",
  usage: "--company ID --role admin|member|agent [--name NAME] [--json]",
  summary: "Make another key for a company; prints it, once",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      role: { type: "string" },
      name: { type: "string" },
      json: { type: "boolean" },
    })
    const companyId = companyOf(needed(values.company, "company"))
    const role = roles.find((each) => each === needed(values.role, "role"))
    if (!role) throw new UsageError(`--role: expected one of ${roles.join(", ")}`)
    const config = settings()
    const { house, close } = await openHouse(config, bookUrlOf(config))
    try {
      const apiKey = await openKey(house, companyId, { name: values.name ?? "From the command line", role })
      answer(values.json, { company_id: companyId, api_key: apiKey }, ["The key, shown only now:", apiKey])
    } finally {
      await close()
    }
  },
}

export function companyOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new UsageError("--company: expected a company's id, a whole number")
}
