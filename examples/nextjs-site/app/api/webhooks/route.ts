import { NotGenuine, verifyWebhook } from "@appointed/sdk"

/** Next.js gives the raw body, which is what the signature is over. */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? "")
    if (event.type === "appointment.created") console.info("Booked", event.data.appointment.start_time)
    return new Response(null, { status: 204 })
  } catch (error) {
    return new Response(null, { status: error instanceof NotGenuine ? 400 : 500 })
  }
}
