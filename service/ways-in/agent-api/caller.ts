/** A caller becomes a customer, or opts out of outreach. */

import type { z } from "zod"
import { callerInput, callerView, optOutInput, optOutView } from "../../../domain/model/agent/caller.ts"
import type { SessionCustomer } from "../../../domain/model/agent/session.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import { agentSource } from "../../../domain/model/contact.ts"
import { fullName, splitName } from "../../../domain/model/customer.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { greetedName, spokenName } from "../../../domain/model/written-by-people.ts"
import { listContacts, lockNumber } from "../../customers/contacts.sql.ts"
import { recordConsentOnce } from "../../customers/record-consents.ts"
import { registerCustomer } from "../../customers/register-customer.ts"
import { nameCallbacks } from "../../messages/callbacks.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { lockInOrder } from "../../platform/pg/locks.ts"
import { write } from "../../platform/write.ts"
import { findCaller, setSessionContact } from "./agent-sessions.sql.ts"
import { type AgentCall, agentTool, phoneOf } from "./agent-tool.ts"
import { refuseIfClosed } from "./office.ts"
import { sessionCustomer } from "./sessions.ts"

type Input = z.output<typeof callerInput>

export const createCaller = agentTool({
  name: "create_customer",
  summary: "Create the caller as a customer",
  description:
    "Registers the caller before a first booking. Only when is_new_customer and can_self_register are true. Ask for the name; email is optional.",
  status: 201,
  refusals: ["caller_unknown", "registration_closed"],
  writes: true,
  input: callerInput,
  result: callerView,
  async run(context, call, input) {
    const phone = phoneOf(call)
    const { customer, company, isShared } = call.session
    if (customer) return shown(call, customer)
    if (isShared) refuseIfClosed(call)
    if (company.newCustomers !== "allowed") throw new Refusal("registration_closed")
    return shown(call, await register(context, call, phone, input))
  },
})

/** Of two equal calls at once, the second one finds the customer that the first one made. */
async function register(
  context: AppContext,
  call: AgentCall,
  phone: string,
  input: Input,
): Promise<SessionCustomer> {
  const { companyId, session } = call
  return write(context, call, "register_customer", async (tx) => {
    await lockNumber(tx, companyId, phone)
    const known = await findCaller(tx, companyId, phone)
    if (known) {
      const { customer_id } = known
      return { result: sessionCustomer(known), targetId: customer_id, customerId: customer_id, fields: [] }
    }
    const { contact } = await registerCustomer(tx, call, {
      phone,
      ...namesOf(input),
      email: input.email ?? null,
      address: null,
      source: "agent",
    })
    await setSessionContact(tx, companyId, session.id, contact.id)
    await nameCallbacks(tx, companyId, session.id, contact.customer_id)
    const made = (await findCaller(tx, companyId, phone))!
    return {
      result: sessionCustomer(made),
      targetId: made.customer_id,
      customerId: made.customer_id,
      fields: Object.keys(input),
    }
  })
}

/** A first and a last name that were sent count more than the full name. */
function namesOf({ name, first_name, last_name }: Input): { firstName: string; lastName: string } {
  if (first_name !== null) return { firstName: first_name, lastName: last_name ?? "" }
  const split = splitName(name!)
  return { firstName: split.first_name, lastName: last_name ?? split.last_name }
}

/** The same whether or not the email was kept, since that would tell whether another customer has it. */
function shown({ session }: AgentCall, customer: SessionCustomer): z.input<typeof callerView> {
  const words = wordsIn(session.listener.language).caller
  const name = greetedName(spokenName(customer.first_name))
  return {
    customer_first_name: spokenName(customer.first_name),
    customer_last_name: spokenName(customer.last_name),
    customer_full_name: spokenName(fullName(customer)),
    has_address: customer.hasAddress,
    warnings: [],
    say: name === "" ? words.thanks : words.thanksName({ name }),
  }
}

export const optOut = agentTool({
  name: "opt_out",
  summary: "Stop outreach to the caller",
  description:
    "Stops the company's own calls or texts to this caller, when they ask for it. Appointments stay, and confirmations can still be asked for.",
  refusals: ["caller_unknown"],
  writes: true,
  input: optOutInput,
  result: optOutView,
  async run(context, call, input) {
    const { companyId, session, now } = call
    const channel = input.channel ?? session.channel
    const calling = phoneOf(call)
    const customerId = session.customer?.id ?? null
    await write(context, call, "opt_out", async (tx) => {
      // Under the customer's lock no number is added meanwhile. One that is added later is judged by these.
      lockInOrder(tx, { companyId, customerId })
      const contacts = customerId === null ? [] : await listContacts(tx, companyId, [customerId])
      const said = { channel, event: "revoked", source: agentSource } as const
      for (const phone of new Set([calling, ...contacts.map((contact) => contact.phone)])) {
        await recordConsentOnce(tx, context.sealer, companyId, { phone, ...said }, now)
      }
      return { result: null, targetId: customerId, customerId, fields: [channel] }
    })
    const words = wordsIn(session.listener.language).caller
    return { channel, opted_out: true as const, say: channel === "sms" ? words.noTexts : words.noCalls }
  },
})
