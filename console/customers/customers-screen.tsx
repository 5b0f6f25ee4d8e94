/** All customers, found while typing. What is typed is in the address, so that a reload and the way back keep it. */

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { queries, useQuery } from "../api/queries.ts"
import { CsvButton } from "../exports/csv-button.tsx"
import { customersTable } from "../exports/tables.ts"
import { appointmentFormats, localDate, shownPhone } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { MoveLink } from "../parts/move-link.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { go, goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { appointmentsOf, type Customer, customersBy, shownAtOnce } from "./customer-data.ts"
import { CustomerForm } from "./customer-form.tsx"

/** None where they cannot be read: the screen says why. */
const foundBy = (typed: string): Promise<readonly Customer[]> =>
  queries.fetchQuery(customersBy(typed.trim())).then(
    ({ data }) => data,
    () => [],
  )

export default function CustomersScreen({ query }: ScreenProps) {
  const allWords = useWords()
  const { customers: words, imports } = allWords
  const { user } = useSession()
  const search = query.get("search") ?? ""
  const [isMaking, setMaking] = useState(false)
  const comesToMake = query.has("make")
  useLayoutEffect(() => {
    if (!comesToMake) return
    goWithQuery({ make: null }, { replace: true })
    setMaking(true)
  }, [comesToMake])
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current!.focus(), [])
  const { data, error, refetch, isPlaceholderData } = useQuery(customersBy(search.trim()))
  useKeys([{ key: "c", does: words.make, run: () => setMaking(true) }])
  const found = data?.data
  /** The visible rows may still belong to the text that was typed before. */
  async function openFirst(typed: string): Promise<void> {
    const rows = isPlaceholderData || !found ? await foundBy(typed) : found
    const isStillWanted = field.current?.value === typed
    if (rows[0] && isStillWanted) go(`/customers/${rows[0].id}`)
  }
  return (
    <Page
      title={words.title}
      tools={
        <>
          <CsvButton table={() => customersTable(allWords, search.trim())} />
          {user.role === "admin" && (
            <a class="button" href={hrefOf("/settings/import?kind=customers")}>
              {imports.title}
            </a>
          )}
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            <Icon name="plus" small /> {words.make} <KeyCap of="C" />
          </button>
        </>
      }
    >
      <search class="input narrow">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label={words.find}
          placeholder={words.findHint}
          value={search}
          onInput={(event) => goWithQuery({ search: event.currentTarget.value || null }, { replace: true })}
          onKeyDown={(event) => {
            if (event.key === "Enter") openFirst(event.currentTarget.value)
          }}
        />
      </search>
      {error && !found ? (
        <Failed error={error} retry={refetch} />
      ) : !found ? (
        <Loading />
      ) : found.length === 0 ? (
        <Empty
          icon="people"
          title={search === "" ? words.none : words.nobodyFits}
          hint={search === "" ? words.noneHint : words.nobodyFitsHint}
        >
          <button type="button" class="button" onClick={() => setMaking(true)}>
            {words.make}
          </button>
        </Empty>
      ) : (
        <Found customers={found} isSearched={search !== ""} />
      )}
      {isMaking && <CustomerForm typed={search} onClose={() => setMaking(false)} />}
    </Page>
  )
}

function Found({ customers, isSearched }: { customers: readonly Customer[]; isSearched: boolean }) {
  const words = useWords().customers
  return (
    <section class="card table" aria-label={words.title}>
      <table class="stacks">
        <thead>
          <tr>
            <th>{words.name}</th>
            <th>{words.phone}</th>
            <th class="far">{words.email}</th>
            <th>{words.place}</th>
            <th class="far">{words.reference}</th>
          </tr>
        </thead>
        <tbody>
          {customers.map(({ id, name, phone, email, address, external_ref }) => (
            <tr key={id}>
              <td class="subject">
                <a class="opens" href={hrefOf(`/customers/${id}`)}>
                  <strong>{name}</strong>
                </a>
                {isSearched && customers.length <= fewFound && <NextVisit customerId={id} />}
              </td>
              <td class="outcome">{phone && shownPhone(phone)}</td>
              <td class="far">{email}</td>
              <td>{address && `${address.city}, ${address.state}`}</td>
              <td class="far">{external_ref}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="said" role="status">
        {isSearched ? words.found({ count: customers.length }) : ""}
      </p>
      {customers.length === shownAtOnce && <p class="hint table-foot">{words.typeMore}</p>}
    </section>
  )
}

/** Up to so many results show the next appointment too: a customer who calls mostly asks about it. */
const fewFound = 5

function NextVisit({ customerId }: { customerId: number }) {
  const words = useWords().customers
  const { data } = useQuery(appointmentsOf(customerId))
  const now = new Date().toISOString()
  const next = data?.find(({ status, end_time }) => status === "scheduled" && end_time > now)
  if (!next) return null
  return (
    <p class="next-visit">
      <a href={hrefOf(`/?date=${localDate(next.start_time, next.timezone)}&appointment=${next.id}`)}>
        {words.next({ moment: appointmentFormats(next.timezone).moment(next.start_time) })}
      </a>{" "}
      <MoveLink appointment={next} />
    </p>
  )
}
