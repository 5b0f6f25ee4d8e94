/** Cedar Home Services: what the demo company is, offers and employs. Invented, with room for every kind of booking. */
import type { AppointmentTypePatch } from "../../../domain/model/appointment-type.ts"
import type { LocationInput } from "../../../domain/model/location.ts"

export const company = {
  name: "Cedar Home Services",
  timezone: "America/Chicago",
  slug: "cedar-home",
  phone: "+15125550100",
} as const

export type Town = "austin" | "denver"

export const locations: Record<Town, LocationInput> = {
  austin: {
    name: "Austin showroom",
    address: { line1: "410 Congress Ave", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
    latitude: 30.267,
    longitude: -97.743,
    directions: "Park in the garage on Fourth Street. The showroom is beside the bank, on the ground floor.",
    opening_hours: "Every day, on weekdays from seven thirty to five and on weekends from eight to six",
    timezone: "America/Chicago",
    service_area: { kind: "radius", km: 45 },
    active: true,
  },
  denver: {
    name: "Denver office",
    address: { line1: "1600 Wynkoop St", city: "Denver", state: "CO", postal_code: "80202", country: "US" },
    latitude: 39.753,
    longitude: -105.0,
    directions: "Two minutes from Union Station. Take the elevator to the third floor.",
    opening_hours: "Every day, eight to five",
    timezone: "America/Denver",
    service_area: {
      kind: "polygon",
      polygon: {
        type: "Polygon",
        coordinates: [
          [
            [-105.3, 39.5],
            [-104.7, 39.5],
            [-104.7, 40.0],
            [-105.3, 40.0],
            [-105.3, 39.5],
          ],
        ],
      },
    },
    active: true,
  },
}

export const types = {
  consultation: {
    name: "Showroom consultation",
    description: "Look at boilers, baths and tiles with somebody who fits them.",
    duration_minutes: 45,
    slot_interval_minutes: 15,
    buffer_after_minutes: 15,
    booking_window_days: 90,
    public_booking: true,
  },
  boiler: {
    name: "Boiler service",
    description: "The yearly check, at your home.",
    duration_minutes: 60,
    duration_options: [
      { label: "One boiler", minutes: 60 },
      { label: "Two boilers", minutes: 105 },
    ],
    buffer_before_minutes: 15,
    buffer_after_minutes: 15,
    min_notice_minutes: 240,
    cancel_notice_minutes: 240,
    booking_window_days: 120,
    daily_limit: 5,
    place: "at_customer",
    public_booking: true,
  },
  refit: {
    name: "Bathroom refit",
    description: "Two full days and the morning of a third.",
    blocks: [480, 480, 240],
    min_notice_minutes: 4_320,
    booking_window_days: 180,
    place: "at_customer",
  },
  repair: {
    name: "Warranty repair",
    description: "Booked through the link that we send you.",
    kind: "by_request",
    duration_minutes: 90,
    buffer_before_minutes: 15,
    buffer_after_minutes: 15,
    booking_window_days: 120,
    place: "at_customer",
  },
  advice: {
    name: "Video advice",
    description: "Twenty minutes on a call.",
    duration_minutes: 20,
    slot_interval_minutes: 20,
    booking_window_days: 90,
    place: "remote",
    provider_choice: false,
    public_booking: true,
  },
} as const satisfies Record<string, AppointmentTypePatch & { name: string }>

export type TypeName = keyof typeof types

export interface Shift {
  town: Town
  /** Monday is 1. */
  weekdays: readonly number[]
  hours: readonly (readonly [start: string, end: string])[]
}

export interface Employee {
  name: string
  offers: readonly TypeName[]
  shifts: readonly Shift[]
  maxTravelKm?: number
}

const mondayToFriday = [1, 2, 3, 4, 5]
/** So that the board has work on it on every day of the week. */
const wednesdayToSunday = [3, 4, 5, 6, 7]
const officeHours = [["09:00", "17:00"]] as const
const lunchAtNoon = [
  ["08:00", "12:00"],
  ["13:00", "17:00"],
] as const

export const employees: readonly Employee[] = [
  {
    name: "Ana Ruiz",
    offers: ["consultation", "boiler", "repair", "advice"],
    shifts: [{ town: "austin", weekdays: mondayToFriday, hours: officeHours }],
  },
  {
    name: "Ben Okafor",
    offers: ["boiler", "repair"],
    shifts: [{ town: "austin", weekdays: wednesdayToSunday, hours: lunchAtNoon }],
    maxTravelKm: 40,
  },
  {
    name: "Chloe Martin",
    offers: ["consultation", "advice"],
    shifts: [{ town: "austin", weekdays: wednesdayToSunday, hours: [["10:00", "18:00"]] }],
  },
  {
    name: "Dev Patel",
    offers: ["refit", "repair"],
    shifts: [{ town: "austin", weekdays: mondayToFriday, hours: [["07:30", "16:30"]] }],
  },
  {
    name: "Erin Walsh",
    offers: ["consultation", "boiler", "repair"],
    shifts: [{ town: "denver", weekdays: [1, 4, 5, 6, 7], hours: lunchAtNoon }],
  },
  {
    name: "Felix Brandt",
    offers: ["refit", "boiler"],
    shifts: [{ town: "denver", weekdays: [1, 2, 3, 4], hours: [["07:00", "17:00"]] }],
  },
  {
    name: "Grace Kim",
    offers: ["consultation", "advice"],
    shifts: [{ town: "denver", weekdays: mondayToFriday, hours: officeHours }],
  },
  {
    name: "Hugo Tran",
    offers: ["consultation", "boiler"],
    shifts: [
      { town: "austin", weekdays: [1, 2], hours: officeHours },
      { town: "denver", weekdays: [4, 5], hours: officeHours },
    ],
  },
]

/** The types that ask something of staff: a yes, or a plan of the day. */
export const idasTypes = {
  survey: {
    name: "Home survey",
    description: "We look at the rooms before we quote. Somebody in the office says yes to the time.",
    duration_minutes: 60,
    confirmation: "staff",
    place: "at_customer",
  },
  visit: {
    name: "Tap repair",
    description: "We come within two hours that you are promised.",
    duration_minutes: 45,
    place: "at_customer",
    promise: { kind: "window", minutes: 120 },
  },
} as const satisfies Record<string, AppointmentTypePatch & { name: string }>

/** Works every day, so that there is always a plan of tomorrow. */
export const ida = { name: "Ida Moss", weekdays: [1, 2, 3, 4, 5, 6, 7], hours: [["08:00", "18:00"]] } as const
