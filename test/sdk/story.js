/**
 * The first steps of a company's developer, with the package alone: plain JavaScript that runs in any runtime. As a program:
 * `node story.js <address of the package> <base URL> <API key>` prints the result as JSON.
 */
export async function story(sdk, { baseUrl, apiKey }) {
  const client = sdk.createClient({ baseUrl, apiKey })
  const location = await client.createLocation({ name: "Downtown", timezone: "America/Chicago" })
  const type = await client.createAppointmentType({ name: "Fitting", duration_minutes: 60 })
  const weekly_hours = [1, 2, 3, 4, 5].map((weekday) => ({
    location_id: location.id,
    weekday,
    start: "09:00",
    end: "12:00",
  }))
  await client.createProvider({ name: "Ana Ruiz", appointment_type_ids: [type.id], weekly_hours })
  const customer = await client.createCustomer({ name: "Sam Poe" })

  const opened = Promise.withResolvers?.() ?? withResolvers()
  const events = client.streamEvents({ types: ["appointment.created"], onOpen: opened.resolve })
  const event = events.next()
  await opened.promise

  const timeZone = "Pacific/Auckland"
  const dates = sdk.searchDates(3, { from: new Date("2027-03-01T12:00:00Z"), timeZone })
  const found = await client.findSlots({ appointment_type_id: type.id, ...dates })
  const days = sdk.slotsByDay(found, { timeZone })
  const { provider_id, location_id, start_time } = days[0].slots[0]
  const wish = {
    customer_id: customer.id,
    appointment_type_id: type.id,
    provider_id,
    location_id,
    start_time,
  }
  const appointment = await client.bookAppointment(wish)
  const refusal = await client.bookAppointment(wish).catch((error) => error)
  const { value } = await event
  await events.return()

  const body = JSON.stringify(value)
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  const headers = await sdk.signWebhook(body, { id: value.id, secret })
  const verified = await sdk.verifyWebhook(body, headers, secret)
  const customers = []
  for await (const { name } of client.listCustomers({ limit: 1 })) customers.push(name)
  return {
    dates,
    days: days.map(({ date, slots }) => [date, slots.length]),
    firstTime: sdk.slotTime(days[0].slots[0], { timeZone, locale: "en-US" }),
    isEventOfBooking: value.type === "appointment.created" && value.data.appointment.id === appointment.id,
    isVerified: verified.id === value.id,
    refusal: [sdk.isRefusal(refusal, "slot_taken", "customer_busy"), refusal.details?.alternatives?.length],
    customers,
  }
}

function withResolvers() {
  const made = {}
  made.promise = new Promise((resolve) => {
    made.resolve = resolve
  })
  return made
}

if (globalThis.process?.argv?.[1]?.endsWith("story.js")) {
  const [address, baseUrl, apiKey] = process.argv.slice(2)
  process.stdout.write(JSON.stringify(await story(await import(address), { baseUrl, apiKey })))
}
