import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { distanceIn, distanceText, kmOf, unitOfZone } from "../../../domain/units/distance.ts"
import { drawn } from "../../support/trials.ts"

describe("MD-14 the unit of a company", () => {
  it("is that of the country of its time zone", () => {
    const inMiles = [
      "America/Chicago",
      "US/Central",
      "Pacific/Honolulu",
      "America/Indiana/Knox",
      "Europe/London",
    ]
    const inKm = ["America/Toronto", "America/Tijuana", "Europe/Paris", "Australia/Lord_Howe", "UTC"]
    expect(inMiles.map(unitOfZone)).toEqual(inMiles.map(() => "mi"))
    expect(inKm.map(unitOfZone)).toEqual(inKm.map(() => "km"))
  })
})

describe("MD-14 a distance in miles", () => {
  it("is shown as it was typed, and gives back the kilometres that it was made of", () => {
    expect([kmOf(25, "mi"), distanceIn("mi", 40.23)]).toEqual([40.23, 25])
    const hundredths = fc.integer({ min: 1, max: 200_000 }).map((count) => count / 100)
    fc.assert(
      fc.property(hundredths, (km) => kmOf(distanceIn("mi", km), "mi") === km),
      drawn(800, 1),
    )
    const tenths = fc.integer({ min: 1, max: 12_000 }).map((count) => count / 10)
    fc.assert(
      fc.property(tenths, (miles) => distanceIn("mi", kmOf(miles, "mi")) === miles),
      drawn(800, 2),
    )
  })

  it("is whole in a sentence, and has a decimal where it is short", () => {
    expect([distanceText(63, "km"), distanceText(63, "mi"), distanceText(3, "mi")]).toEqual([
      "63 km",
      "39 mi",
      "1.9 mi",
    ])
  })
})

it("MD-14 kilometres stay as they are", () => {
  expect([kmOf(12.345, "km"), distanceIn("km", 12.345)]).toEqual([12.345, 12.345])
})
