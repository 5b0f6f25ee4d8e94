/** Objects that the inputs of several records have. */

export const travelFields = {
  speed_kmh: { unit: "kmPerHour" },
  road_factor: { unit: "times" },
  setup_minutes: { unit: "minutes" },
} as const

export const addressFields = {
  line1: {},
  line2: {},
  city: {},
  state: {},
  postal_code: {},
  country: { example: "US" },
} as const

export const coordinates = { latitude: { unit: "degrees" }, longitude: { unit: "degrees" } } as const
