import type { z } from "zod"
import { agentAddress, areaView } from "../../../domain/model/agent/caller.ts"
import { sayList } from "../../../domain/model/agent/say.ts"
import { mostAddressTries, type SessionCustomer } from "../../../domain/model/agent/session.ts"
import { type Language, wordsIn } from "../../../domain/model/agent/speech.ts"
import type { ServiceAddress } from "../../../domain/model/availability.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import type { Address } from "../../../domain/model/views.ts"
import { countryOfAddress } from "../../../domain/rules/service-areas/service-area.ts"
import { locateServiceAddress } from "../../company/locate-address.ts"
import { setAgentAddress } from "../../customers/customers.sql.ts"
import { noteChanged } from "../../customers/note-customer.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitCompanysAddressSearches } from "../../platform/rate-limits.ts"
import { write } from "../../platform/write.ts"
import { countAddressTry } from "./agent-sessions.sql.ts"
import { type AgentCall, agentTool, customerOf } from "./agent-tool.ts"
import { bookableTypes } from "./bookable-types.ts"
import { areaVerdictForCaller } from "./eligible.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { refuseIfClosed } from "./office.ts"

export const saveAddress = agentTool({
  name: "save_address",
  summary: "Save the caller's address",
  description:
    "Saves where the caller lives, for types with needs_address, and answers whether the company serves it. Read the address back first: three can be saved per conversation. If it asks for the ZIP code, ask the caller and send it too.",
  refusals: [
    "address_not_found",
    "address_set_by_company",
    "caller_unknown",
    "registration_closed",
    "registration_needed",
  ],
  writes: true,
  input: agentAddress,
  result: areaView,
  async run(context, call, input) {
    refuseIfClosed(call)
    const words = wordsIn(call.session.listener.language).caller
    const customer = customerOf(call)
    if (customer.addressSource === "company") throw new Refusal("address_set_by_company")
    const address = addressOf(input)
    // A look-up alone shows that a city is enough, which costs the company a search instead.
    const hasCode = address.postal_code !== ""
    if (hasCode) await countTry(context, call, address)
    else await limitCompanysAddressSearches(context, call.companyId)
    const serviceAddress = await locateServiceAddress(context, address)
    const judged = await judgeTypes(context, call, serviceAddress)
    if (judged.codeNeeded)
      throw new SaidRefusal("address_not_found", { message: words.whichCode, field: "postal_code" })
    if (!hasCode) await countTry(context, call, address)
    if (judged.serves.length === 0 && judged.cannotTell.length > 0) throw new Refusal("address_not_found")
    await save(context, call, customer, { address, serviceAddress })
    return {
      in_service_area: judged.serves.length > 0,
      say: sentenceOf(call.session.listener.language, judged),
    }
  },
})

function addressOf({ country, ...sent }: z.output<typeof agentAddress>): Address {
  const { line1, line2, city, state, postal_code } = sent
  return {
    line1,
    line2,
    city: city ?? "",
    state: state ?? "",
    postal_code: postal_code ?? "",
    country: country ?? countryOfAddress({ state, postalCode: postal_code }),
  }
}

/** Counts every address that is judged, except a repeat of the last one. */
async function countTry(
  context: AppContext,
  { companyId, session }: AgentCall,
  address: Address,
): Promise<void> {
  const words = Object.values(address).map((word) => (word ?? "").toLowerCase().replace(/\s+/g, " "))
  const boundTo = `${associatedData.agentSession(companyId, session.id)}/address`
  const hash = context.sealer.hashes(JSON.stringify(words), boundTo)[0]!
  const counted = await countAddressTry(context.db, companyId, session.id, { hash, most: mostAddressTries })
  if (counted === "too_many") {
    const message = wordsIn(session.listener.language).caller.tooManyAddresses
    throw new SaidRefusal("rate_limited", { message })
  }
}

async function save(
  context: AppContext,
  call: AgentCall,
  { id }: SessionCustomer,
  located: { address: Address; serviceAddress: ServiceAddress },
): Promise<void> {
  await write(context, call, "save_address", async (tx) => {
    // The company may have set an address since the call began.
    const saved = await setAgentAddress(tx, call.companyId, id, located)
    if (!saved) throw new Refusal("address_set_by_company")
    await noteChanged(tx, call, id, ["address"])
    return { result: null, targetId: id, customerId: id, fields: ["address"] }
  })
}

interface TypesByVerdict {
  serves: string[]
  doesNotServe: string[]
  cannotTell: string[]
  /** Only the city is known, and the company serves some of its postal codes and others not. */
  codeNeeded: boolean
}

/** The names of the types that come to the caller, as the searches that follow will judge each of them. */
async function judgeTypes(
  context: AppContext,
  call: AgentCall,
  serviceAddress: ServiceAddress,
): Promise<TypesByVerdict> {
  const types = await bookableTypes(context, call.companyId, call.session, call.now)
  const judged: TypesByVerdict = { serves: [], doesNotServe: [], cannotTell: [], codeNeeded: false }
  for (const { id, name, needs_address } of types) {
    const verdict = needs_address ? await areaVerdictForCaller(context, call, id, serviceAddress) : null
    if (verdict === "serves") judged.serves.push(name)
    if (verdict === "does_not_serve") judged.doesNotServe.push(name)
    if (verdict === "cannot_tell") judged.cannotTell.push(name)
    if (verdict === "code_needed") judged.codeNeeded = true
  }
  return judged
}

/**
 * Names the types only where the answer is not the same for all of them. Where some come and others can't tell, it speaks of
 * those that come.
 */
function sentenceOf(language: Language, { serves, doesNotServe, cannotTell }: TypesByVerdict): string {
  const words = wordsIn(language).caller
  const types = sayList(language, serves)
  if (serves.length === 0) return doesNotServe.length > 0 ? words.notServed : words.addressSaved
  if (doesNotServe.length > 0)
    return words.servedForButNot({ types, others: sayList(language, doesNotServe) })
  return cannotTell.length > 0 ? words.servedFor({ types }) : words.served
}
