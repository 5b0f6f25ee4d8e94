/** The operator's commands that make a company, its keys and users, and give it numbers. */
import { text } from "node:stream/consumers"
import { type ApiKey, apiKeyInput, role, visitorRole } from "../../../domain/model/api-key.ts"
import { channelInput } from "../../../domain/model/channel.ts"
import { publicSlug } from "../../../domain/model/company-settings.ts"
import { name, phone } from "../../../domain/model/fields.ts"
import { timezone } from "../../../domain/model/location.ts"
import { domainName } from "../../../domain/model/mail-domain.ts"
import { companyMode } from "../../../domain/model/test-company.ts"
import { password, userEmail, userRole } from "../../../domain/model/user.ts"
import { whyNotOwn } from "../../../domain/rules/mails/company-domain.ts"
import { originsProblem } from "../../../domain/rules/public-page/page-settings.ts"
import { assignChannel, assignMailDomain, openCompany, openKey, openUser } from "../../people/operator.ts"
import { answer, type Command, checked, companyIdOf, needed, optionsOf, UsageError } from "./command.ts"
import { withContext } from "./with-context.ts"

export const companyCreate: Command = {
  usage: "--name NAME --timezone ZONE [--mode live|test] [--slug SLUG] [--phone +15125550100] [--json]",
  example: '--name "Harbour Heating" --timezone America/Chicago --slug harbour',
  summary: "Make a company; prints its first admin key, once",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      name: { type: "string" },
      timezone: { type: "string" },
      slug: { type: "string" },
      phone: { type: "string" },
      mode: { type: "string", default: "live" },
      json: { type: "boolean" },
    })
    const input = {
      mode: checked(companyMode, values.mode, "mode"),
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

const keyField = apiKeyInput.shape

export const keyCreate: Command = {
  usage:
    "--company ID (--role admin|member|agent | --origin https://www.example.com …) [--name NAME] [--json]",
  example: '--company 1 --role agent --name "Voice agent"',
  summary:
    "Make another key for a company; with --origin, a publishable one for that website. Prints it, once",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      role: { type: "string" },
      origin: { type: "string", multiple: true },
      name: { type: "string", default: "From the command line" },
      json: { type: "boolean" },
    })
    const companyId = companyIdOf(values.company)
    const input = { name: checked(keyField.name, values.name, "name"), ...rightsOf(values) }
    await withContext(settings(), async (context) => {
      const apiKey = await openKey(context, companyId, input)
      answer(values.json, { company_id: companyId, api_key: apiKey }, ["The key, shown only now:", apiKey])
    })
  },
}

/** A role, or the websites of a publishable key. */
function rightsOf({
  role: given,
  origin,
}: {
  role?: string | undefined
  origin?: string[] | undefined
}): Pick<ApiKey, "role"> & { allowedOrigins: readonly string[] | null } {
  if (origin === undefined)
    return { role: checked(role, needed(given, "role"), "role"), allowedOrigins: null }
  if (given !== undefined) throw new UsageError("--origin: a publishable key has no --role")
  const problem = originsProblem(origin)
  if (problem !== null) throw new UsageError(`--origin: ${problem}`)
  return { role: visitorRole, allowedOrigins: origin }
}

const generatedPasswordBytes = 18

export const userCreate: Command = {
  usage: "--company ID --email EMAIL --name NAME --role admin|member [--password-stdin] [--json]",
  example: '--company 1 --email ana@example.com --name "Ana Ruiz" --role admin',
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
      role: checked(userRole.exclude(["provider"]), needed(values.role, "role"), "role"),
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

const channelField = channelInput.shape

export const channelAssign: Command = {
  usage: "--company ID --kind voice|sms --phone +15125550100 [--move] [--json]",
  example: "--company 1 --kind sms --phone +15125550100",
  summary: "Give a company a number for calls or texts; --move takes it from the company that has it",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      kind: { type: "string" },
      phone: { type: "string" },
      move: { type: "boolean", default: false },
      json: { type: "boolean" },
    })
    const companyId = companyIdOf(values.company)
    const channel = {
      kind: checked(channelField.kind, needed(values.kind, "kind"), "kind"),
      phone: checked(channelField.phone, needed(values.phone, "phone"), "phone"),
    }
    await withContext(settings(), async (context) => {
      const { channelId, takenFrom } = await assignChannel(context, companyId, channel, values)
      answer(values.json, { company_id: companyId, channel_id: channelId, taken_from: takenFrom }, [
        `${channel.phone} is company ${companyId}'s ${channel.kind} channel ${channelId}.`,
        ...(takenFrom === null ? [] : [`Company ${takenFrom} has it no longer.`]),
      ])
    })
  },
}

export const mailDomainAssign: Command = {
  usage: "--company ID --domain DOMAIN [--json]",
  example: "--company 1 --domain harbour.example",
  summary: "Let a company's mails come from addresses of a domain, without a record in DNS",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      domain: { type: "string" },
      json: { type: "boolean" },
    })
    const companyId = companyIdOf(values.company)
    const domain = checked(domainName, needed(values.domain, "domain"), "domain")
    if (whyNotOwn(domain) !== null)
      throw new UsageError("--domain: expected a domain that can be a company's own")
    await withContext(settings(), async (context) => {
      const id = await assignMailDomain(context, companyId, domain)
      answer(values.json, { company_id: companyId, mail_domain_id: id, domain }, [
        `Mails of company ${companyId} may come from ${domain}.`,
      ])
    })
  },
}
