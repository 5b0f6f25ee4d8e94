import { locationQuestion, locationsView } from "../../model/agent/bookable.ts"
import { sayChoice } from "../../model/agent/say.ts"
import { emptySentence } from "../../model/agent/sentences.ts"
import { agentTool } from "./agent-tool.ts"
import { eligibleForCaller } from "./eligible-for-caller.ts"

export const listLocationsForCaller = agentTool({
  name: "list_locations",
  summary: "List the locations for a type",
  description:
    "Lists where the caller may have this type of appointment. Call it only when the caller asks about providerLocations: a " +
    "search covers all of them by itself.",
  writes: false,
  input: locationQuestion,
  result: locationsView,
  async run(context, call, { appointment_type_id: typeId }) {
    const { providerLocations, reason, hasAddress } = await eligibleForCaller(context, call, {
      typeId,
      locationId: null,
    })
    const locations = [...new Map(providerLocations.map(({ location }) => [location.id, location])).values()]
    return {
      locations: locations.map(({ id, name, zone }) => ({ id, name, timezone: zone })),
      reason,
      say:
        reason === null
          ? sayChoice(locations.map(({ name }) => name))
          : emptySentence(reason, { locationId: null, hasAddress }),
    }
  },
})
