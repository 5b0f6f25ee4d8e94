import { createClient, isRefusal } from "@appointed/sdk"

/** On the server only: the key must never reach a browser. Made for a request, since a build has no key. */
const createOwnClient = () =>
  createClient({
    baseUrl: process.env.APPOINTED_URL ?? "http://127.0.0.1:3000",
    apiKey: process.env.APPOINTED_KEY as string,
  })

const msPerDay = 86_400_000

/** The private link by which this customer books. An open request is used again, so that a reload makes no second one. */
export async function bookingUrlFor(
  customerId: number,
  appointmentTypeId: number,
  today = new Date(),
): Promise<string | null> {
  const client = createOwnClient()
  const latest_date = new Date(today.getTime() + 30 * msPerDay).toISOString().slice(0, 10)
  try {
    const wish = { customer_id: customerId, appointment_type_id: appointmentTypeId, latest_date }
    return (await client.createSchedulingRequest(wish)).booking_url
  } catch (error) {
    if (!isRefusal(error, "open_request_exists")) throw error
    return (await client.readSchedulingRequest({ id: error.details.scheduling_request_id })).booking_url
  }
}
