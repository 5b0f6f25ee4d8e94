/** Each deed in each interface: made ready while all calendars are free, then done as often as a test likes. */
import { talk } from "../support/agent.ts"
import { linkOf, makeLink } from "../support/link.ts"
import { visitorOf } from "../support/public-page.ts"
import { make, put } from "../support/story.ts"
import { byWaitingLink } from "../support/waiting.ts"
import type { Cell, Kind } from "./rows.ts"
import { booked, companyWish, newCustomer, nextWeek, type Outcome, outcomeOf, type World } from "./world.ts"

export type Doing = () => Promise<Outcome>

export function prepare(world: World, { kind, deed, by }: Cell): Promise<Doing> {
  if (deed === "book") return booking[by]!(world, kind)
  if (deed === "move")
    return by === "waiting link" ? takingEarlier(world, kind) : moving(world, kind, by, false)
  if (deed === "move several") return moving(world, kind, by, true)
  if (deed === "hold") return holding[by]!(world, kind)
  if (deed === "propose") return proposing(world, kind)
  if (deed === "reopen") return reopening(world, kind)
  if (deed === "accept proposal") return accepting(world, kind, by)
  if (deed === "take offer") return taking(world, kind)
  return applying(world, kind)
}

const pageWish = (world: World, kind: Kind, startTime: string) => ({
  ...{
    typeId: world.typeIds[kind],
    providerId: world.peopleIds[0],
    locationId: world.story.locationId,
    startTime,
  },
  ...(kind === "linked services" ? { thenTypeIds: [world.thenId] } : {}),
  ...(kind === "length option" ? { durationOptionId: world.optionId } : {}),
})

const agentWish = (world: World, kind: Kind, start_time: string) => ({
  ...{ appointment_type_id: world.typeIds[kind], provider_id: world.peopleIds[0] },
  ...{ location_id: world.story.locationId, start_time },
  ...(kind === "linked services" ? { then_type_ids: String(world.thenId) } : {}),
  ...(kind === "length option" ? { duration_option_id: world.optionId } : {}),
})

const booking: Partial<Record<Cell["by"], (world: World, kind: Kind) => Promise<Doing>>> = {
  async company(world, kind) {
    const { id } = await newCustomer(world)
    const wish = companyWish(world, kind, nextWeek().monday, id)
    const held =
      kind === "hold" ? { hold_id: (await make(world.service, "/holds", { ...wish, minutes: 10 })).id } : {}
    const path = kind === "series" ? "/series" : "/appointments"
    return async () => outcomeOf(await world.service.api("POST", path, { ...wish, ...held }))
  },
  async link(world, kind) {
    const { id } = await newCustomer(world)
    const more = { customer_id: id, latest_date: "2027-12-31" }
    const length = kind === "length option" ? { duration_minutes: 90 } : {}
    const link = await makeLink(
      world.service,
      { ...world.story, typeId: world.typeIds[kind] },
      { ...more, ...length },
    )
    const choice = {
      providerId: world.peopleIds[0]!,
      locationId: world.story.locationId,
      startTime: nextWeek().monday,
    }
    return async () => replied(await link.book(choice))
  },
  async "public page"(world, kind) {
    const { phone } = await newCustomer(world)
    const visitor = visitorOf(world.service)
    await visitor.proves(phone)
    const wish = pageWish(world, kind, nextWeek().monday)
    const draft = { "x-draft-token": `draft-${crypto.randomUUID()}` }
    if (kind === "hold") expectMade(replied(await visitor.send("POST", "/holds", wish, draft)))
    return async () => replied(await visitor.send("POST", "/appointments", wish, draft))
  },
  async agent(world, kind) {
    const { phone } = await newCustomer(world)
    const call = await talk(world.service, phone)
    const wish = agentWish(world, kind, nextWeek().monday)
    if (kind === "hold") expectMade(outcomeOf(await call.tool("POST", "/holds", wish)))
    return async () => outcomeOf(await call.tool("POST", "/appointments", wish))
  },
}

const holding: Partial<Record<Cell["by"], (world: World, kind: Kind) => Promise<Doing>>> = {
  async company(world, kind) {
    const { id } = await newCustomer(world)
    const wish = { ...companyWish(world, kind, nextWeek().monday, id), minutes: 10 }
    return async () => outcomeOf(await world.service.api("POST", "/holds", wish))
  },
  async "public page"(world, kind) {
    const { phone } = await newCustomer(world)
    const visitor = visitorOf(world.service)
    await visitor.proves(phone)
    const wish = pageWish(world, kind, nextWeek().monday)
    const draft = { "x-draft-token": `draft-${crypto.randomUUID()}` }
    return async () => replied(await visitor.send("POST", "/holds", wish, draft))
  },
  async agent(world, kind) {
    const { phone } = await newCustomer(world)
    const call = await talk(world.service, phone)
    const wish = agentWish(world, kind, nextWeek().monday)
    return async () => outcomeOf(await call.tool("POST", "/holds", wish))
  },
  async "waiting link"(world, kind) {
    const { id } = await newCustomer(world)
    const { url, offerId } = await offered(world, { kind, customerId: id, start: nextWeek().monday })
    return async () => {
      const { status, code, view } = await byWaitingLink(world.service, url, "POST", "/hold", { offerId })
      // The page's state shows that the time can't be had just now.
      const isRefused = status === 200 && view.entry.state !== "held"
      return isRefused ? { status: 409, code: "time_not_offered" } : { status, code }
    }
  },
}

async function moving(world: World, kind: Kind, by: Cell["by"], several: boolean): Promise<Doing> {
  const { monday, wednesday } = nextWeek()
  const { id: customerId, phone } = await newCustomer(world)
  const id = await booked(world, kind, monday, customerId)
  const scope = several && kind === "series" ? { scope: "all" as const } : {}
  if (by === "company") {
    const group = kind === "linked services" ? { whole_group: several } : {}
    const held = kind === "hold" ? { hold_id: (await holdFor(world, kind, wednesday, customerId)).id } : {}
    const wish = { start_time: wednesday, ...scope, ...group, ...held }
    return async () => outcomeOf(await world.service.api("POST", `/appointments/${id}/reschedule`, wish))
  }
  if (by === "agent") {
    const call = await talk(world.service, phone)
    const group = kind === "linked services" ? { whole_group: several === true } : {}
    const wish = { start_time: wednesday, ...group }
    return async () => outcomeOf(await call.tool("PUT", `/appointments/${id}`, wish))
  }
  const link = await linkTo(world, id)
  return async () => replied(await link.move(wednesday, undefined, scope.scope))
}

const holdFor = (world: World, kind: Kind, start: string, customerId: number) =>
  make(world.service, "/holds", { ...companyWish(world, kind, start, customerId), minutes: 10 })

async function linkTo({ service }: World, id: number) {
  const { body } = await service.api("GET", `/appointments/${id}`)
  return linkOf(service, String(body.data.manage_url))
}

/** A pending appointment, and what proposes another time for it. */
async function asked(world: World, kind: Kind) {
  const { service } = world
  const { monday, wednesday } = nextWeek()
  const path = `/appointment-types/${world.typeIds[kind]}`
  const asks = { confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" }
  await put(service, path, asks)
  const { id: customerId } = await newCustomer(world)
  const id = await booked(world, kind, monday, customerId)
  if (kind !== "pending") await put(service, path, { confirmation: "none" })
  const until = new Date(service.clock.now() + 3_600_000).toISOString()
  const times = [{ start_time: wednesday }]
  return { id, propose: () => service.api("POST", `/appointments/${id}/propose`, { times, until }) }
}

async function proposing(world: World, kind: Kind): Promise<Doing> {
  const { propose } = await asked(world, kind)
  return async () => outcomeOf(await propose())
}

async function reopening(world: World, kind: Kind): Promise<Doing> {
  const { service } = world
  const id = await booked(world, kind, nextWeek().monday, (await newCustomer(world)).id)
  expectMade(outcomeOf(await service.api("POST", `/appointments/${id}/cancel`, {})))
  return async () => outcomeOf(await service.api("POST", `/appointments/${id}/reopen`, {}))
}

async function accepting(world: World, kind: Kind, by: Cell["by"]): Promise<Doing> {
  const { service } = world
  const { id, propose } = await asked(world, kind)
  const proposed = await propose()
  expectMade(outcomeOf(proposed))
  const proposal = proposed.body.data.proposals[0].id
  if (by === "company")
    return async () =>
      outcomeOf(await service.api("POST", `/appointments/${id}/confirm`, { proposal_id: proposal }))
  const link = await linkTo(world, id)
  const sending = { method: "POST", body: { proposalId: proposal } }
  return async () => replied(await link.send("/api/link/proposal", sending))
}

interface Wait {
  kind: Kind
  customerId: number
  start: string
  fields?: object
}

async function offered(world: World, { kind, customerId, start, fields = {} }: Wait) {
  const { service, typeIds, thenId, peopleIds, story } = world
  const types =
    kind === "linked services"
      ? { appointment_type_ids: [typeIds[kind], thenId] }
      : { appointment_type_id: typeIds[kind] }
  const { id, wait_url } = await make(service, "/waiting-entries", {
    ...{ customer_id: customerId, ...types, latest_date: start.slice(0, 10), ...fields },
  })
  const time = { provider_id: peopleIds[0], location_id: story.locationId, start_time: start }
  const offer = await make(service, `/waiting-entries/${id}/offers`, time)
  return { url: String(wait_url), offerId: offer.id }
}

/** An offer that is seen and held. */
async function held(world: World, wait: Wait): Promise<Doing> {
  const { service } = world
  const { url, offerId } = await offered(world, wait)
  await byWaitingLink(service, url, "POST", "/hold", { offerId })
  return async () => byWaitingLink(service, url, "POST", "/take", { offerId })
}

async function taking(world: World, kind: Kind): Promise<Doing> {
  const { id } = await newCustomer(world)
  return held(world, { kind, customerId: id, start: nextWeek().monday })
}

async function takingEarlier(world: World, kind: Kind): Promise<Doing> {
  const { id } = await newCustomer(world)
  const { monday, wednesday } = nextWeek()
  const appointment_id = await booked(world, kind, wednesday, id)
  return held(world, { kind, customerId: id, start: monday, fields: { appointment_id } })
}

async function applying(world: World, kind: Kind): Promise<Doing> {
  const { service, peopleIds } = world
  const { monday } = nextWeek()
  const { id: customerId } = await newCustomer(world)
  await booked(world, kind, monday, customerId)
  const from = Date.parse(monday) - 3_600_000
  const span = { from: new Date(from).toISOString(), to: new Date(from + 36 * 3_600_000).toISOString() }
  const { id } = await make(service, "/disruptions", {
    provider_id: peopleIds[0],
    ...span,
    reason: "the flu",
  })
  return async () => outcomeOf(await service.api("POST", `/disruptions/${id}/apply`, {}))
}

const replied = ({ status, error }: { status: number; error?: { code: string } }): Outcome => ({
  status,
  code: error?.code,
})

function expectMade({ status, code }: Outcome): void {
  if (status >= 300) throw new Error(`not made: ${status} ${code}`)
}
