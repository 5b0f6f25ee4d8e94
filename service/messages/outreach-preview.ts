/** The texts of an outreach plan as a customer would get them, before anything is saved. */
import type { z } from "zod"
import type { Channel } from "../../domain/model/channel.ts"
import type { Company } from "../../domain/model/company.ts"
import { notFound } from "../../domain/model/errors.ts"
import { linkPath } from "../../domain/model/link-token.ts"
import { planPreviewInput, planPreviewView } from "../../domain/model/outreach.ts"
import { mailHtml, mailText } from "../../domain/rules/mails/draw-mail.ts"
import { outreachMail } from "../../domain/rules/mails/outreach-mail.ts"
import {
  countCharacters,
  linkCharacters,
  mostCharacters,
} from "../../domain/rules/texts/counted-characters.ts"
import { lackingIn, lengthOf } from "../../domain/rules/texts/gsm.ts"
import { type OutreachFacts, outreachText, whyWrongStep } from "../../domain/rules/texts/outreach.ts"
import { asFirstText } from "../../domain/rules/texts/wording.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { listAllChannels } from "../company/channels.sql.ts"
import { findCompany } from "../company/companies.sql.ts"
import { findCustomer } from "../customers/customers.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"

export const previewPlan = operation({
  noun: "Outreach",
  roles: staff,
  name: "preview_outreach_plan",
  readsOnly: true,
  summary: "Preview the texts and mails of an outreach plan",
  description:
    "Each text and mail as it would go to a customer, counted as the carrier counts it. Nothing is saved or sent, and the booking " +
    "link is a sample that opens nothing. A step that could not be saved says why in `problem`.",
  refusals: ["not_found"],
  body: planPreviewInput,
  result: planPreviewView,
  async run(context, call, { steps, ...about }) {
    const company = (await findCompany(context.db, call.companyId))!
    const numbers = await numbersOf(context, call)
    const { locale, ...facts } = await factsFor(context, call, about, { company, numbers })
    const links = { linksAreSetUp: givesLinks(context, company) }
    const sender = { locale, companyName: company.name }
    const previews = steps.map((step, index) => {
      const { sms_text } = step
      const text = sms_text ? outreachText(sms_text, facts) : null
      const wrong = whyWrongStep(step, `steps[${index}]`, links)
      return {
        counted: countCharacters(sms_text ?? ""),
        problem: wrong?.message.replace(`${wrong.field}: `, "") ?? null,
        mail: step.channel === "mail" ? asMail(step, facts, { ...sender, company, numbers }) : null,
        sent: text === null ? null : asSent(text),
        sent_first: text === null ? null : asSent(asFirstText(text, sender, "company")),
      }
    })
    const limits = { most_characters: mostCharacters, link_characters: linkCharacters }
    return { from: numbers.sms, ...limits, steps: previews }
  },
})

/** As a mail program shows it. Its link to unsubscribe is a sample too. */
function asMail(
  { mail_subject, mail_text }: z.output<typeof planPreviewInput>["steps"][number],
  facts: OutreachFacts,
  { locale, company, numbers }: { locale: Company["locale"]; company: Company; numbers: Numbers },
) {
  const words = { mail_subject: mail_subject ?? "", mail_text: mail_text ?? "" }
  const content = outreachMail(words, facts, {
    locale,
    companyName: company.name,
    accentColor: company.accent_color,
    callPhone: numbers.voice ?? company.phone,
    unsubscribeUrl: `${sample.bookUrl}/u/${sample.linkToken}`,
  })
  return { subject: content.subject, text: mailText(content), html: mailHtml(content) }
}

const asSent = (text: string) => ({ text, length: lengthOf(text), lacking: lackingIn(text) })

type Numbers = Record<Channel["kind"], string | null>

async function numbersOf({ db }: AppContext, { companyId }: Call): Promise<Numbers> {
  const channels = await listAllChannels(db, companyId)
  const first = (kind: Channel["kind"]) => channels.find((channel) => channel.kind === kind)?.phone ?? null
  return { sms: first("sms"), voice: first("voice") }
}

/** Stands where nothing real is named. The link's token is as long as a real one, and belongs to no request. */
const sample = {
  firstName: "Sam",
  typeName: "Appointment",
  phone: "+15125550100",
  bookUrl: "https://book.example.com",
  linkToken: "this-is-only-a-sample-00",
}

type About = Omit<z.output<typeof planPreviewInput>, "steps">

/** Throws `not_found` for a customer or a type that does not exist. */
async function factsFor(
  { db, bookUrl }: AppContext,
  { companyId }: Call,
  { customer_id: customerId, appointment_type_id: typeId }: About,
  { company, numbers }: { company: Company; numbers: Numbers },
): Promise<OutreachFacts & { locale: Company["locale"] }> {
  const customer =
    customerId === undefined
      ? null
      : found(await findCustomer(db, companyId, customerId), notFound("customer", "customer_id"))
  const type =
    typeId === undefined
      ? null
      : found(
          await findAppointmentType(db, companyId, typeId),
          notFound("appointment type", "appointment_type_id"),
        )
  return {
    locale: customer?.locale ?? company.locale,
    firstName: customer?.first_name ?? sample.firstName,
    typeName: type?.name ?? sample.typeName,
    phone: numbers.voice ?? company.phone ?? numbers.sms ?? sample.phone,
    bookingLink: (bookUrl ?? sample.bookUrl) + linkPath("request", sample.linkToken),
  }
}
