/** What a conversation has left behind at the company. */

import type { TestService } from "../support/service.ts"
import type { PlayedCarrier } from "../support/texts.ts"
import { platformNumber, type World } from "./world.ts"

export async function endOf(
  { service, carrier }: { service: TestService; carrier: PlayedCarrier },
  { api, companyId }: World,
) {
  const { data } = (await api("GET", "/appointments?limit=100")).body
  const appointments = (data as { id: number }[]).sort((one, other) => one.id - other.id)
  const events = await service.context.db.query<{ type: string }>(
    "SELECT type FROM event WHERE company_id = $1 ORDER BY id",
    [companyId],
  )
  return {
    appointments,
    events: events.map(({ type }) => type),
    confirmations: carrier.sent.filter(({ from }) => from === platformNumber).length,
  }
}
