import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { agentAddress, areaView } from "../../model/agent/caller.ts"
import { mostAddressTries, type SessionCustomer } from "../../model/agent/session.ts"
import type { ServiceAddress } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import { associatedData } from "../../model/sealing.ts"
import type { Address } from "../../model/views.ts"
import { countryOfAddress } from "../../rules/service-areas/country-of-address.ts"
import {
  type AreaVerdict,
  bestVerdict,
  isServiceAddressKnown,
  judgeServiceArea,
} from "../../rules/service-areas/service-area.ts"
import { countAddressTry } from "../../store/agent-sessions.ts"
import { setAgentAddress } from "../../store/customers.ts"
import { centreOf, listServiceAreas } from "../../store/locations.ts"
import { locateServiceAddress } from "../locate-address.ts"
import { write } from "../write.ts"
import { type AgentCall, agentTool, customerOf } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"

export const saveAddress = agentTool({
  name: "save_address",
  summary: "Save the caller's address",
  description:
    "Saves where the caller lives, for appointments with needs_address. Read the address back before you save it: three " +
    "addresses can be saved in one conversation. It answers only whether the company comes there. Safe to send again.",
  writes: true,
  input: agentAddress,
  result: areaView,
  async run(context, call, input) {
    const customer = customerOf(call)
    if (customer.addressSource === "company") throw new Refusal("address_set_by_company")
    const address = addressOf(input)
    await countTry(context, call, address)
    const serviceAddress = await locateServiceAddress(context, address)
    await save(context, call, customer, { address, serviceAddress })
    const verdict = await verdictOf(context, call.companyId, serviceAddress)
    return { in_service_area: verdict === "serves", say: sentences[verdict] }
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

/** Counts every address that is looked up, except a repeat of the last one. */
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
    throw new SaidRefusal("rate_limited", { message: "I can't take another address in this conversation." })
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
    const saved = await setAgentAddress(tx, call.companyId, id, located, call.now)
    if (!saved) throw new Refusal("address_set_by_company")
    return { result: null, targetId: id, customerId: id, fields: ["address"] }
  })
}

/** Like a search, asks first whether it is known where the address is. */
async function verdictOf(
  context: AppContext,
  companyId: number,
  serviceAddress: ServiceAddress,
): Promise<AreaVerdict> {
  if (!isServiceAddressKnown(serviceAddress)) return "cannot_tell"
  const areas = await listServiceAreas(context.db, companyId)
  return bestVerdict(areas.map((area) => judgeServiceArea(area.service_area, centreOf(area), serviceAddress)))
}

const sentences: Record<AreaVerdict, string> = {
  serves: "Thank you, we come to your address.",
  does_not_serve: "I'm sorry, we don't come to that address.",
  cannot_tell:
    "I couldn't place that address, so I can't say yet whether we come there. " +
    "Could we check the street, the city and the ZIP code?",
}
