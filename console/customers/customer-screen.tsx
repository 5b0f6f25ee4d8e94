/** One customer: who it is, what was and is booked, what was asked and texted, and what may be done with the numbers. */
import { useLayoutEffect, useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { AskDialog } from "../requests/ask-dialog.tsx"
import { goWithQuery } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useKeys } from "../shell/keys.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { WaitingCard } from "../waiting/waiting-card.tsx"
import { useWords } from "../words/words.ts"
import { BookHere } from "./book-here.tsx"
import { AppointmentsCard, RequestsCard } from "./bookings-cards.tsx"
import { ContactCard, NumbersCard } from "./contact-cards.tsx"
import { type Customer, customerOf } from "./customer-data.ts"
import { CustomerForm } from "./customer-form.tsx"
import { DataCard } from "./data-card.tsx"
import { HistoryCard } from "./history-card.tsx"
import { NotesCard, WarningStrip } from "./known-cards.tsx"

export default function CustomerScreen({ params, query }: ScreenProps) {
  const words = useWords().customers
  const { data: customer, error, refetch } = useQuery(customerOf(Number(params.id)))
  const back = <BackLink to="/customers" name={words.title} />
  if (customer)
    return <CustomerCards key={customer.id} customer={customer} lead={back} comesToBook={query.has("book")} />
  return (
    <Page title={words.customer} lead={back}>
      {error ? <Failed error={error} retry={refetch} /> : <Loading />}
    </Page>
  )
}

interface CustomerCardsProps {
  customer: Customer
  lead: preact.ComponentChildren
  comesToBook: boolean
}

function CustomerCards({ customer, lead, comesToBook }: CustomerCardsProps) {
  const words = useWords().customers
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isBooking, setBooking] = useState(false)
  const [isWarning, setWarning] = useState(false)
  useLayoutEffect(() => {
    if (!comesToBook) return
    goWithQuery({ book: null }, { replace: true })
    setBooking(true)
  }, [comesToBook])
  useKeys([
    { key: "n", does: words.book, run: () => setBooking(true) },
    { key: "e", does: words.edit, run: () => setEditing(true) },
    { key: "a", does: words.ask, run: () => setAsking(true) },
  ])
  return (
    <Page
      title={customer.name}
      note={customer.external_ref}
      lead={lead}
      has="booking"
      tools={
        <>
          {customer.phone && (
            <a class="button" href={`tel:${customer.phone}`}>
              <Icon name="phone" small /> {words.call}
            </a>
          )}
          <button type="button" class="button" onClick={() => setAsking(true)}>
            <Icon name="mail" small /> {words.ask}
          </button>
          <button type="button" class="button primary" {...pressedBy("n")} onClick={() => setBooking(true)}>
            <Icon name="plus" small /> {words.book} <KeyCap of="N" />
          </button>
        </>
      }
    >
      <WarningStrip customer={customer} isEdited={isWarning} onEdit={setWarning} />
      <div class="split">
        <div class="stack">
          <AppointmentsCard customerId={customer.id} />
          <RequestsCard customerId={customer.id} onAsk={() => setAsking(true)} />
          <WaitingCard customer={customer} />
          <HistoryCard customer={customer} />
        </div>
        <div class="stack">
          <ContactCard customer={customer} onEdit={() => setEditing(true)} />
          <NotesCard customer={customer} onWarn={() => setWarning(true)} />
          <NumbersCard customer={customer} />
          <DataCard customer={customer} />
        </div>
      </div>
      {isEditing && <CustomerForm customer={customer} onClose={() => setEditing(false)} />}
      {isBooking && <BookHere customer={customer} onClose={() => setBooking(false)} />}
      {isAsking && <AskDialog customer={customer} onClose={() => setAsking(false)} />}
    </Page>
  )
}
