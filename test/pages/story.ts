import type { LinkView } from "../../domain/contracts/booking-link.ts"
import type { SlotsView, SlotView } from "../../domain/contracts/customer-pages.ts"
import { clocksFor, learnClocksOf } from "./clocks.ts"

// The page has taken in what the views below carry.
learnClocksOf("America/Chicago")

/** An hour on the given day, starting at the given UTC hour. */
export function hourAt(date: string, hour: number): SlotView {
  const at = (value: number) => `${date}T${String(value).padStart(2, "0")}:00:00.000Z`
  const block = { startTime: at(hour), endTime: at(hour + 1) }
  return { ...block, blocks: [block] }
}

const ana = {
  providerId: 7,
  providerName: "Ana Ruiz",
  locationId: 1,
  locationName: "Downtown",
  timezone: "America/Chicago",
}

const bo = { ...ana, providerId: 8, providerName: "Bo Lind" }

/** March at Northwind: Ana on the 16th and 17th, Bo on the 16th. */
export function marchTimes(): SlotsView {
  return {
    range: { startDate: "2027-03-01", endDate: "2027-04-01" },
    providers: [
      { ...ana, slots: [hourAt("2027-03-16", 15), hourAt("2027-03-16", 19), hourAt("2027-03-17", 15)] },
      { ...bo, slots: [hourAt("2027-03-16", 15)] },
    ],
    recommended: [{ ...ana, ...hourAt("2027-03-17", 15) }],
    recommendedFor: [],
    full: [],
    nextAvailable: null,
    reason: null,
    clocks: clocksFor("America/Chicago"),
    moreFrom: null,
  }
}

export const anasFirst = { ...ana, ...hourAt("2027-03-16", 15) }

/** Sam's link before a booking. */
export function openLink(): LinkView {
  return {
    version: "1",
    company: {
      name: "Northwind",
      phone: "+15125550100",
      locale: "en",
      accentColor: "#0f766e",
      logo: null,
      pageUrl: null,
    },
    customer: { firstName: "Sam" },
    appointmentType: {
      name: "Boiler service",
      description: null,
      durationMinutes: 60,
      durationLabel: null,
      blockMinutes: [60],
      place: "at_customer",
    },
    state: "open",
    closedReason: null,
    bookable: { firstDate: "2027-03-03", lastDate: "2027-05-15" },
    appointment: null,
    questions: [],
    choices: { locations: [], providers: [] },
    slots: marchTimes(),
    clocks: clocksFor("America/Chicago"),
  }
}

/** Sam's link with an appointment on the 16th. */
export function scheduledLink(): LinkView {
  const appointment = {
    ...hourAt("2027-03-16", 15),
    id: 5,
    version: 1,
    timezone: "America/Chicago",
    providerName: "Ana Ruiz",
    locationName: null,
    locationAddress: null,
    attendance: "unknown" as const,
    canReschedule: true,
    canCancel: true,
  }
  return { ...openLink(), state: "scheduled", appointment, slots: null }
}
