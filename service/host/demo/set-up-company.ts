/** Makes the demo company, its locations, types, employees and customers, through the service's own operations. */

import type { AppointmentTypePatch } from "../../../domain/model/appointment-type.ts"
import { newCustomer } from "../../../domain/model/customer-changes.ts"
import { tokenHash } from "../../../domain/model/link-token.ts"
import type { ScheduleCustomer } from "../../../domain/model/schedules.ts"
import { dateOfDay, dayOfDate, weekdayOfDay } from "../../../domain/time/dates.ts"
import { wallToMinute } from "../../../domain/time/local-time.ts"
import { minutesPerDay, msPerMinute } from "../../../domain/time/units.ts"
import { zoneTable } from "../../../domain/time/zone-table.ts"
import { createAppointmentType } from "../../company/appointment-types.ts"
import { createChannel } from "../../company/channels.ts"
import { updateCompany } from "../../company/company.ts"
import { createLocation } from "../../company/locations.ts"
import { replaceHours } from "../../company/provider-hours.ts"
import { createProvider } from "../../company/providers.ts"
import { addTimeOff } from "../../company/time-off.ts"
import { addNumber } from "../../customers/change-contacts.ts"
import { insertCustomer } from "../../customers/customers.sql.ts"
import { findKeyCredential } from "../../people/api-keys.sql.ts"
import { openCompany } from "../../people/operator.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import type { Dice } from "./dice.ts"
import { inventPeople, type Person } from "./people.ts"
import { company, type Employee, employees, locations, type Town, type TypeName, types } from "./story.ts"

/** From the first day of the demo's year to the last, end exclusive, in days since 1970. */
export interface Season {
  firstDay: number
  today: number
  endDay: number
}

export interface Customer {
  town: Town
  /** As searches and bookings know it. */
  record: ScheduleCustomer
}

export interface Colleague extends Employee {
  id: number
}

/** Everybody and everything that the year is made of. */
export interface Cast {
  companyId: number
  apiKey: string
  /** A call of the company's own system at that time. */
  callAt(now: number): Call
  typeIds: Readonly<Record<TypeName, number>>
  locationIds: Readonly<Record<Town, number>>
  colleagues: readonly Colleague[]
  customers: readonly Customer[]
}

const customerCount = 140
const timeOffReasons = ["holiday", "training", "dentist", "moving house"]

export async function setUpCompany(context: AppContext, season: Season, dice: Dice): Promise<Cast> {
  const { companyId, apiKey } = await openCompany(context, company)
  const { apiKeyId, role } = (await findKeyCredential(context.db, tokenHash(apiKey)))!
  const callAt = (now: number): Call => ({
    companyId,
    actor: { kind: "api_key", apiKeyId, role },
    requestId: "demo",
    now,
  })
  const call = callAt(context.clock.now())
  await openToEverybody(context, call)
  const locationIds = await idsOf(locations, (input) => createLocation.run(context, call, input))
  const typeIds = await idsOf(types, (type: AppointmentTypePatch & { name: string }) =>
    createAppointmentType.run(context, call, type),
  )
  const colleagues: Colleague[] = []
  for (const employee of employees) {
    colleagues.push(await employ(context, call, { employee, locationIds, typeIds, season, dice }))
  }
  const customers: Customer[] = []
  for (const person of inventPeople(customerCount, dice)) customers.push(await welcome(context, call, person))
  return { companyId, apiKey, callAt, typeIds, locationIds, colleagues, customers }
}

/** The address at which `examples/embedding/serve.js` serves the company's own website. */
const exampleSite = "http://localhost:8080"

/** One number for calls and texts, and a public page that the company's website may show. */
async function openToEverybody(context: AppContext, call: Call): Promise<void> {
  await createChannel.run(context, call, { kind: "voice", phone: company.phone })
  await createChannel.run(context, call, { kind: "sms", phone: company.phone })
  await updateCompany.run(context, call, { public_booking_enabled: true, embed_origins: [exampleSite] })
}

/** Runs one after the other: they share a connection. */
async function idsOf<Name extends string, Input>(
  inputs: Readonly<Record<Name, Input>>,
  create: (input: Input) => Promise<{ id: number }>,
): Promise<Record<Name, number>> {
  const ids: [string, number][] = []
  for (const [name, input] of Object.entries<Input>(inputs)) ids.push([name, (await create(input)).id])
  return Object.fromEntries(ids) as Record<Name, number>
}

interface Hiring {
  employee: Employee
  locationIds: Readonly<Record<Town, number>>
  typeIds: Readonly<Record<TypeName, number>>
  season: Season
  dice: Dice
}

async function employ(context: AppContext, call: Call, hiring: Hiring): Promise<Colleague> {
  const { employee, locationIds, typeIds } = hiring
  const weeklyHours = employee.shifts.flatMap(({ town, weekdays, hours }) =>
    weekdays.flatMap((weekday) =>
      hours.map(([start, end]) => ({ location_id: locationIds[town], weekday, start, end })),
    ),
  )
  const { id } = await createProvider.run(context, call, {
    name: employee.name,
    active: true,
    start_address: null,
    max_travel_km: employee.maxTravelKm ?? null,
    travel: null,
    digest_email: null,
    appointment_type_ids: employee.offers.map((name) => typeIds[name]),
    weekly_hours: weeklyHours,
  })
  const towns = employee.shifts.map(({ town }) => town)
  await replaceHours.run(context, call, { id, date_overrides: overridesFor(towns, hiring) })
  await giveTimeOff(context, call, id, hiring)
  return { ...employee, id }
}

/** Closed on holidays, and who works in one town only closes at noon the day before. */
function overridesFor(towns: readonly Town[], { season, locationIds }: Hiring) {
  const holidays = holidaysBetween(season.firstDay, season.endDay)
  const morning = towns.length === 1 ? [{ start: "09:00", end: "12:00" }] : null
  return towns.flatMap((town) =>
    holidays.flatMap((day) => [
      { location_id: locationIds[town], date: dateOfDay(day), intervals: [] },
      ...(morning ? [{ location_id: locationIds[town], date: dateOfDay(day - 1), intervals: morning }] : []),
    ]),
  )
}

/** At midnight of the company's clock: time off is of whole days. */
const startOfDate = (day: number): string =>
  new Date(wallToMinute(zoneTable(company.timezone), day * minutesPerDay) * msPerMinute).toISOString()

async function giveTimeOff(
  context: AppContext,
  call: Call,
  id: number,
  { season, dice }: Hiring,
): Promise<void> {
  for (let day = season.firstDay + dice.between(10, 60); day < season.endDay; day += dice.between(50, 90)) {
    const days = dice.pick([1, 1, 2, 5])
    await addTimeOff.run(context, call, {
      id,
      start: startOfDate(day),
      end: startOfDate(day + days),
      reason: dice.pick(timeOffReasons),
    })
  }
}

/** They came long ago, so no event tells of them. */
async function welcome(
  { db }: AppContext,
  { companyId, now }: Call,
  { town, input }: Person,
): Promise<Customer> {
  const { phone } = input
  const made = await db.transaction(async (tx) => {
    const customer = await insertCustomer(tx, companyId, newCustomer(input), now)
    await addNumber(tx, companyId, customer.id, { phone, shared: false, label: null, primary: true }, now)
    return customer
  })
  const { id, external_ref, first_name, last_name, email, address } = made
  const { latitude, longitude } = input.address
  const plain = { id, external_ref, first_name, last_name, email, phone, address }
  const unset = { address_accuracy: null, address_city_codes: null, assigned_provider_id: null, locale: null }
  return { town, record: { ...plain, latitude, longitude, ...unset } }
}

/** Days on which the demo company is closed, as days since 1970; `endDay` is exclusive. */
function holidaysBetween(firstDay: number, endDay: number): number[] {
  const years = new Set([yearOf(firstDay), yearOf(endDay - 1)])
  return [...years].flatMap(holidaysOf).filter((day) => day >= firstDay && day < endDay)
}

const yearOf = (day: number) => Number(dateOfDay(day).slice(0, 4))

function holidaysOf(year: number): number[] {
  const fixed = [`${year}-01-01`, `${year}-07-04`, `${year}-12-25`].map((date) => dayOfDate(date)!)
  return [...fixed, fourthThursdayOfNovember(year)]
}

function fourthThursdayOfNovember(year: number): number {
  const first = dayOfDate(`${year}-11-01`)!
  return first + ((4 - weekdayOfDay(first) + 7) % 7) + 21
}
