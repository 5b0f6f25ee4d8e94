/** CL-06: what a booking link shows of a move of several in one visit. */
import { expect, it } from "vitest"
import { movedTogether } from "../../pages/customer/booking-link/moved-together.ts"

const at = (time: string, day = "02") => `2027-03-${day}T${time}:00.000Z`
const part = (typeName: string, from: string, to: string, day?: string) => ({
  ...{ typeName, providerId: 1, providerName: "Mara", startTime: at(from, day), endTime: at(to, day) },
})
const chosen = (from: string, to: string, day?: string) => {
  const [startTime, endTime] = [at(from, day), at(to, day)]
  return { startTime, endTime, blocks: [{ startTime, endTime }] }
}

it("CL-06 a chosen start is shown until the last of them ends, each moved by as much", () => {
  const parts = [part("Colour", "15:00", "16:45"), part("Cut", "17:00", "17:45")]
  const appointment = { startTime: at("15:00"), endTime: at("17:45"), parts }
  expect(movedTogether(chosen("18:00", "19:45", "04"), appointment)).toEqual({
    ...{ startTime: at("18:00", "04"), endTime: at("20:45", "04") },
    blocks: [{ startTime: at("18:00", "04"), endTime: at("20:45", "04") }],
    parts: [part("Colour", "18:00", "19:45", "04"), part("Cut", "20:00", "20:45", "04")],
  })
})

it("CL-06 one that stands alone is shown as it was chosen", () => {
  const choice = chosen("18:00", "19:00")
  expect(movedTogether(choice, { startTime: at("15:00"), endTime: at("16:00") })).toBe(choice)
})
