import { text } from "node:stream/consumers"
import { name } from "../model/fields.ts"
import { password, userEmail, userRole } from "../model/user.ts"
import { openUser } from "../operations/operator.ts"
import { answer, type Command, optionsOf } from "./command.ts"
import { withContext } from "./opened.ts"
import { checked, companyIdOf, needed } from "./option-values.ts"

const generatedPasswordBytes = 18

export const userCreate: Command = {
  name: "user create",
  usage: "--company ID --email EMAIL --name NAME --role admin|member [--password-stdin] [--json]",
  summary: "Make a user who signs in; without --password-stdin prints a password, once",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      email: { type: "string" },
      name: { type: "string" },
      role: { type: "string" },
      "password-stdin": { type: "boolean" },
      json: { type: "boolean" },
    })
    const companyId = companyIdOf(values.company)
    const input = {
      email: checked(userEmail, needed(values.email, "email"), "email"),
      name: checked(name(), needed(values.name, "name"), "name"),
      role: checked(userRole, needed(values.role, "role"), "role"),
    }
    const sent = values["password-stdin"] ? checked(password, await firstLine(), "password-stdin") : null
    await withContext(settings(), async (context) => {
      const chosen = sent ?? Buffer.from(context.random.bytes(generatedPasswordBytes)).toString("base64url")
      const userId = await openUser(context, companyId, { ...input, password: chosen })
      const made = { company_id: companyId, user_id: userId, email: input.email }
      answer(values.json, sent === null ? { ...made, password: chosen } : made, [
        `User ${userId} is made and signs in as ${input.email}.`,
        ...(sent === null ? ["The password, shown only now:", chosen] : []),
      ])
    })
  },
}

/** A file or a pipe ends its line with a newline, which belongs to no password. */
async function firstLine(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/)[0]!
}
