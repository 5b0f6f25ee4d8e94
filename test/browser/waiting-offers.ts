/** An offer of the waiting list, for tests of what a customer does with one. */
import { insertOffer } from "../../service/ledger/waiting-offers.sql.ts"
import type { TestService } from "../support/service.ts"
import type { Story } from "../support/story.ts"

const hourMs = 3_600_000

/** Offers the entry an hour of Ana's, and returns the offer's id. */
export async function offerTo(
  service: TestService,
  { typeId, anaId, locationId }: Story,
  entry: { id: number; customerId: number },
  startTime: string,
): Promise<number> {
  const start = Date.parse(startTime)
  const offer = {
    entry_id: entry.id,
    customer_id: entry.customerId,
    appointment_type_id: typeId,
    provider_id: anaId,
    location_id: locationId,
    parts: null,
    start_at: new Date(start),
    end_at: new Date(start + hourMs),
    made_by: "system" as const,
    clock_offset: -360,
    good_until: new Date(start - hourMs),
  }
  const made = await service.context.db.transaction((tx) =>
    insertOffer(tx, service.companyId, offer, service.clock.now()),
  )
  return made!.id
}
