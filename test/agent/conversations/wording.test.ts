/** The words about a time: where it is, with whom, in which order. */
import { expect, it } from "vitest"
import { openCompany, shareService, thatWeek, tuesday } from "../company.ts"
import { chosen, refusalOf, saying } from "../conversation.ts"

shareService()

it("TR-44 names the place of each option where the options are at several", async () => {
  const { company, tuning } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: tuning, ...tuesday })
  const said = [...found.recommended, ...found.providers.flatMap(({ slots }) => slots)].map(({ say }) => say)
  for (const each of said) expect(each).toMatch(/^Tuesday, March 2 at .* at (Downtown|Denver)$/)
  expect(new Set(said.map((each) => each.split(" ").at(-1)))).toEqual(new Set(["Downtown", "Denver"]))
})

it("TR-44 names the place once where all options are there, and the person when one was asked for", async () => {
  const { company, tuning, boiler, denver, cleo, ana } = await openCompany()
  const call = await company.callFrom("sam")
  const inDenver = await call.findSlots({ appointment_type_id: tuning, ...tuesday, location_id: denver })
  expect(inDenver.say).toBe("At Denver I have Tuesday, March 2 at 9 AM or noon Mountain Time.")
  const withCleo = await call.findSlots({ appointment_type_id: tuning, ...tuesday, provider_id: cleo })
  expect(withCleo.say).toMatch(
    /^With Cleo Park at Denver I have Tuesday, March 2 at 9 AM or .* Mountain Time\.$/,
  )
  const withAna = await call.findSlots({ appointment_type_id: boiler, ...tuesday, provider_id: ana })
  expect(withAna.say).toMatch(/^With Ana Ruiz at Downtown I have Tuesday, March 2 at /)
})

it("TR-44 names the place in all that follows: booked, listed, moved, cancelled, and in the next call", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  const booked = await call.bookAppointment({ ...wish, receive_sms_confirmation: false })
  expect(booked.say).toBe("Boiler service is booked for Tuesday, March 2 at 9:00 AM at Downtown.")
  expect((await call.listMyAppointments()).say).toBe(
    "You have Boiler service on Tuesday, March 2 at 9:00 AM at Downtown.",
  )
  const later = await company.callFrom("sam")
  expect(later.variables.upcoming_appointments).toContain("Tuesday, March 2 at 9:00 AM at Downtown")
  const move = { appointment_id: booked.id, start_time: "2027-03-04T15:00:00.000Z" }
  expect((await call.rescheduleAppointment(move)).say).toBe(
    "Boiler service is moved to Thursday, March 4 at 9:00 AM at Downtown.",
  )
  expect((await call.cancelAppointment({ appointment_id: booked.id })).say).toBe(
    "Boiler service on Thursday, March 4 at 9:00 AM at Downtown is cancelled.",
  )
})

it("TR-44 names the place of the nearest times, in the order of time", async () => {
  const { company, boiler, ana } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  const said = "The nearest times at Downtown are Tuesday, March 2 at 10:30 AM, 11 AM or 11:30 AM."
  const wish = { appointment_type_id: boiler, provider_id: ana, start_time: "2027-03-02T17:07:00.000Z" }
  expect((await refusalOf(call.bookAppointment(wish))).message).toContain(said)
  const move = { appointment_id: id, start_time: "2027-03-02T17:07:00.000Z" }
  expect((await refusalOf(call.rescheduleAppointment(move))).message).toContain(said)
})

it("TR-44 names no place of a visit and of what is remote, nor where the company has one location", async () => {
  const { company, visit, advice, boiler, denver } = await openCompany()
  const call = await company.callFrom("sam")
  await call.saveAddress({ line1: "2 Oak Ave", postal_code: "78702" })
  for (const appointment_type_id of [visit, advice]) {
    const found = await call.findSlots({ appointment_type_id, ...tuesday })
    const booked = await call.bookAppointment({ appointment_type_id, ...chosen(found.recommended[0]) })
    const listed = await call.listMyAppointments()
    const slots = found.providers.flatMap(({ slots }) => slots.map(({ say }) => say))
    for (const said of [found.say, booked.say, listed.say, ...slots]) expect(said).not.toContain("Downtown")
  }
  await company.put(`/locations/${denver}`, { active: false })
  const found = await call.findSlots({ appointment_type_id: boiler, ...thatWeek })
  expect(found.say).toMatch(/^I have Tuesday, March 2 at /)
  expect(found.say).not.toContain("Downtown")
})

it("TR-44 says a job over several days as one option, and every day of it once it is booked", async () => {
  const { company, refit } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: refit, ...thatWeek })
  expect(found.say).toMatch(/^At Downtown I have two days from Tuesday, March 2, at 9 AM; two days from /)
  expect(found.recommended[0]).toMatchObject({
    say: "two days from Tuesday, March 2, at 9 AM at Downtown",
    blocks: [{}, {}],
    end_time: "2027-03-03T23:00:00.000Z",
  })
  const wish = { appointment_type_id: refit, ...chosen(found.recommended[0]) }
  const booked = await call.bookAppointment({ ...wish, receive_sms_confirmation: false })
  expect(booked.say).toBe(
    "Bathroom refit is booked for Tuesday, March 2 and Wednesday, March 3, each day at 9:00 AM at Downtown.",
  )
})

it("TR-44 says the options in the order of time, whichever is best", async () => {
  const { company, boiler } = await openCompany()
  await company.books({ start_time: "2027-03-02T18:00:00.000Z" })
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...thatWeek })
  const best = found.recommended.slice(0, 3).toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1))
  const clocks = best.map(({ say }) => / at (\d+):00 (AM|PM) at Downtown$/.exec(say)!.slice(1).join(" "))
  expect(found.say).toBe(
    `At Downtown I have Tuesday, March 2 at ${clocks[0]} or ${clocks[1]}; or Wednesday, March 3 at ${clocks[2]}.`,
  )
  expect(found).toMatchObject({ say: saying("March 2") })
})

it("AV-18 AV-24 offers hours as people say them, a day once, and one time as one", async () => {
  const { company, boiler, advice } = await openCompany()
  const call = await company.callFrom("sam")
  const at = (wish: object) => call.findSlots({ appointment_type_id: boiler, ...wish })
  const oneDay = await at({ ...tuesday, after: "11:30", before: "13:00" })
  expect(oneDay.say).toMatch(
    /^At Downtown I have Tuesday, March 2 at 11:30 AM(, noon)? or (noon|12:30 PM)\.$/,
  )
  const remote = await call.findSlots({ appointment_type_id: advice, ...thatWeek, around: "12:00" })
  expect(remote.say).toMatch(/^I have Tuesday, March 2 at /)
  for (const { say } of [oneDay, remote]) {
    const days = say.match(/\w+day, March \d+/g)!
    expect(new Set(days).size).toBe(days.length)
    expect(say).not.toMatch(/:00|12:00/)
  }
})
