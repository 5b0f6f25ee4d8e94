import { bookingUrlFor } from "../../lib/appointed"

/** Rendered for each request: the link opens this customer's booking to those who have it. */
export const dynamic = "force-dynamic"

/** Put your own sign-in here. */
const signedInCustomerId = async () => 1
const fittingTypeId = 1

export default async function AccountPage() {
  const bookingUrl = await bookingUrlFor(await signedInCustomerId(), fittingTypeId)
  return (
    <main>
      <h1>Your account</h1>
      {bookingUrl === null ? <p>Please call us to book.</p> : <a href={bookingUrl}>Choose a time</a>}
    </main>
  )
}
