import { providerQuestion, providersView } from "../../model/agent/bookable.ts"
import { sayChoice } from "../../model/agent/say.ts"
import { emptySentence } from "../../model/agent/sentences.ts"
import { agentTool } from "./agent-tool.ts"
import { eligibleForCaller } from "./eligible-for-caller.ts"

export const listProvidersForCaller = agentTool({
  name: "list_providers",
  summary: "List the people for a type",
  description:
    "Lists with whom the caller may book this type of appointment. Call it only when the caller asks for somebody by " +
    "name. It is empty when the type's provider_choice is false: then search without a provider_id.",
  writes: false,
  input: providerQuestion,
  result: providersView,
  async run(context, call, { appointment_type_id: typeId, location_id: locationId }) {
    const found = await eligibleForCaller(context, call, { typeId, locationId: locationId ?? null })
    if (!found.type.provider_choice) {
      return {
        providers: [],
        reason: "no_provider_choice",
        say: "For this appointment we choose who is free for you.",
      }
    }
    const providers = [
      ...new Map(found.providerLocations.map(({ provider }) => [provider.id, provider])).values(),
    ]
    return {
      providers: providers.map(({ id, name }) => ({ id, name })),
      reason: found.reason,
      say:
        found.reason === null
          ? sayChoice(providers.map(({ name }) => name))
          : emptySentence(found.reason, { locationId, hasAddress: found.hasAddress }),
    }
  },
})
