/** The company for a pair of capabilities: a type with both, two who offer it and nothing else, a room, and a customer. */

import type { TestService } from "../support/service.ts"
import { make, makeCustomer, makeProvider, makeType, weekdays } from "../support/story.ts"
import {
  bufferAfter,
  bufferBefore,
  duration,
  nextService,
  rooms,
  type Together,
  turnover,
} from "./capabilities.ts"
import { address, type PairWorld } from "./pair-world.ts"
import { Refused } from "./refused.ts"

export interface Stage {
  service: TestService
  pair: Together
  typeId: number
  nextId: number
  optionId: number | null
  /** The provider who is asked for, and the one who may join. */
  peopleIds: readonly [number, number]
  roomId: number | null
  locationId: number
  customerId: number
  /** Theirs. */
  phone: string
  otherCustomerId: number
}

let staged = 0

/** Throws `Refused` where the type is. */
export async function stageOf(world: PairWorld, pair: Together): Promise<Stage> {
  const { service, locationId } = pair.ways.has("in a test company") ? world.twin : world.real
  staged += 1
  const group = `${rooms} ${staged}`
  const answer = await service.api("POST", "/appointment-types", typeOf(pair, group))
  if (answer.status !== 201) throw new Refused("set up", answer)
  const { id: typeId, duration_options } = answer.body.data
  const common = { min_notice_minutes: 0, booking_window_days: 365, slot_interval_minutes: 30 }
  const nextId = await makeType(service, {
    name: "Next",
    ...common,
    slot_interval_minutes: 10,
    duration_minutes: nextService,
  })
  const roomId = pair.type.needs?.resources
    ? (
        await make(service, "/resources", {
          ...{ name: `Room ${staged}`, kind: "room", group, turnover_minutes: turnover },
          location_id: locationId,
        })
      ).id
    : null
  const works = {
    appointment_type_ids: [typeId, nextId],
    weekly_hours: weekdays(locationId),
    ...pair.provider,
  }
  const peopleIds = [
    await makeProvider(service, { name: `Lea ${staged}`, ...works }),
    await makeProvider(service, { name: `Max ${staged}`, ...works }),
  ] as const
  if (pair.ways.has("with a live calendar"))
    for (const id of peopleIds) await world.feeds.connect(service, id)
  const customer = await newCustomer(service)
  return {
    ...{ service, pair, typeId, nextId, peopleIds, roomId, locationId },
    optionId: duration_options?.[0]?.id ?? null,
    customerId: customer.id,
    phone: customer.phone,
    otherCustomerId: (await newCustomer(service)).id,
  }
}

function typeOf({ type, names }: Together, group: string): object {
  const { needs, ...fields } = type
  const hasOwnLength = "blocks" in fields || "steps" in fields
  return {
    name: names.join(" and "),
    ...{ min_notice_minutes: 0, booking_window_days: 365, slot_interval_minutes: 30 },
    ...{ buffer_before_minutes: bufferBefore, buffer_after_minutes: bufferAfter },
    ...(hasOwnLength ? {} : { duration_minutes: duration }),
    ...fields,
    ...(needs
      ? { needs: { ...needs, ...(needs.resources ? { resources: [{ group, count: 1 }] } : {}) } }
      : {}),
  }
}

let phones = 0

async function newCustomer(service: TestService): Promise<{ id: number; phone: string }> {
  phones += 1
  const phone = `+1512557${String(1000 + phones)}`
  return { id: await makeCustomer(service, { phone, email: `sam${phones}@example.com`, address }), phone }
}
