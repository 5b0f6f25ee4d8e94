/** Invented customers: names, numbers reserved for fiction, addresses at example.com, homes near the two offices. */
import type { Dice } from "./dice.ts"
import type { Town } from "./story.ts"

export interface Person {
  town: Town
  input: {
    name: string
    phone: string
    email: string
    external_ref: string
    address: {
      line1: string
      city: string
      state: string
      postal_code: string
      country: string
      latitude: number
      longitude: number
    }
  }
}

const firstNames =
  "Sam Ada Noor Liam Mia Omar Ruth Ivan Zoe Carl Lena Hana Paul Rosa Theo Nina Joel Vera Max Tess Abel June Kofi Lily".split(
    " ",
  )
const lastNames =
  "Poe Abbott Berg Castro Dunn Eriksen Farah Garza Hale Ito Jensen Kaur Lopez Mbeki Novak Ortiz Petit Quinn Reyes Sato Torres Usman Vogel Weiss Young".split(
    " ",
  )
const streets = ["Oak Ave", "Cedar St", "Maple Dr", "Lake Rd", "Hill St", "Mill Ln", "Park Blvd", "Elm Ct"]

const homes = {
  austin: {
    city: "Austin",
    state: "TX",
    areaCodes: ["512", "737"],
    postalCodes: ["78701", "78702", "78704", "78745", "78757"],
    latitude: 30.29,
    longitude: -97.74,
  },
  denver: {
    city: "Denver",
    state: "CO",
    areaCodes: ["303", "720"],
    postalCodes: ["80202", "80205", "80210", "80218", "80220"],
    latitude: 39.73,
    longitude: -104.97,
  },
} as const satisfies Record<Town, unknown>

/** Everybody has another name and another number, as long as there are at most 350. */
export function inventPeople(count: number, dice: Dice): Person[] {
  return Array.from({ length: count }, (_, index) => invent(index, dice))
}

function invent(index: number, dice: Dice): Person {
  const town: Town = index % 5 < 3 ? "austin" : "denver"
  const { city, state, areaCodes, postalCodes, latitude, longitude } = homes[town]
  const first = firstNames[index % firstNames.length]!
  const last = lastNames[index % lastNames.length]!
  const lineNumber = String(100 + (Math.floor(index / 2) % 100)).padStart(4, "0")
  return {
    town,
    input: {
      name: `${first} ${last}`,
      phone: `+1${areaCodes[index % 2]}555${lineNumber}`,
      email: `${first}.${last}@example.com`.toLowerCase(),
      external_ref: `crm-${1_001 + index}`,
      address: {
        line1: `${dice.between(1, 980)} ${dice.pick(streets)}`,
        city,
        state,
        postal_code: dice.pick(postalCodes),
        country: "US",
        latitude: near(latitude, dice),
        longitude: near(longitude, dice),
      },
    },
  }
}

/** Within some 12 km, to five decimals: about a metre. */
const near = (middle: number, dice: Dice) => Number((middle + (dice.roll() - 0.5) * 0.2).toFixed(5))
