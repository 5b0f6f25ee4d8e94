/** Puts a customer on the waiting list, or changes what they wait for. */
import { useState } from "preact/hooks"
import { addDays, later } from "../../ui/dates.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import type { AppointmentType } from "../board/board-data.ts"
import type { Booking } from "../board/booking.ts"
import { type Customer, CustomerChoice } from "../board/customer-choice.tsx"
import { ThenTypes } from "../board/then-types.tsx"
import { localDate } from "../formats.ts"
import { Dialog } from "../parts/dialog.tsx"
import { ChoiceField } from "../parts/field.tsx"
import { Loading, Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { KeepsChoice } from "./keeps-choice.tsx"
import { type Entry, readWaitingAgain, typeNamesOf } from "./waiting-data.ts"
import { blankWish, mayFollow, saveWish, type WishDraft, wishOf } from "./wish-draft.ts"
import { WishFields } from "./wish-fields.tsx"

type Known = Pick<Customer, "id" | "name">

interface WaitDialogProps {
  /** The waiting customer, where that is settled; else they are found or made here. */
  customer?: Known
  /** The service that was to be booked, where that is known. */
  wanted?: Pick<Booking, "typeId" | "thenTypeIds" | "sameProvider">
  /** The entry that is changed; left out for a new one. */
  entry?: Entry
  onListed?(): void
  onClose(): void
}

export function WaitDialog({ customer: settled, wanted, entry, onListed, onClose }: WaitDialogProps) {
  const words = useWords().waiting
  const { data: types } = useQuery(allTypes)
  const [found, setFound] = useState<Customer | null>(null)
  const customer = entry?.customer ?? settled ?? found
  const title = entry
    ? words.changeOf({ name: entry.customer.name })
    : customer
      ? words.putTitle({ name: customer.name })
      : words.add
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack wishes">
        {!entry && !settled && <CustomerChoice customer={found} needsAddress={false} onChange={setFound} />}
        {types ? (
          <WishForm {...{ customer, wanted, entry, types, onClose }} onListed={onListed} />
        ) : (
          <Loading rows={4} />
        )}
      </div>
    </Dialog>
  )
}

interface WishFormProps {
  customer: Known | null
  wanted: WaitDialogProps["wanted"] | undefined
  entry: Entry | undefined
  types: readonly AppointmentType[]
  onListed: (() => void) | undefined
  onClose(): void
}

function WishForm({ customer, wanted, entry, types, onListed, onClose }: WishFormProps) {
  const words = useWords().waiting
  const { timezone } = useSession().company
  const today = localDate(Date.now(), timezone)
  const [draft, setDraft] = useState(() => firstDraft({ entry, wanted, types, today }))
  const put = (part: Partial<WishDraft>) => setDraft((before) => ({ ...before, ...part }))
  const save = useWrite({
    mutationFn: () => saveWish(draft, entry ? { entry } : { customerId: customer!.id }),
    onSuccess: async (saved) => {
      await readWaitingAgain()
      notify({ text: entry ? words.changed : words.isOn({ name: saved.customer.name }) })
      onClose()
      onListed?.()
    },
  })
  const areDatesWrong = draft.until < draft.from || draft.until < today
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.run(undefined)
      }}
    >
      {entry ? (
        <p>
          <strong>{typeNamesOf(entry)}</strong>{" "}
          {entry.appointment_id !== null && <span class="hint">{words.earlier}</span>}
        </p>
      ) : (
        <What {...{ draft, types, put }} customerId={customer?.id ?? null} today={today} />
      )}
      <WishFields draft={draft} today={today} areDatesWrong={areDatesWrong} onChange={put} />
      <Refused error={save.failure} />
      <button
        type="submit"
        class="button primary"
        disabled={save.isRunning || customer === null || draft.typeId === null || areDatesWrong}
      >
        {entry ? words.save : words.put}
      </button>
    </form>
  )
}

function firstDraft({
  entry,
  wanted,
  types,
  today,
}: Pick<WishFormProps, "entry" | "wanted" | "types"> & { today: string }): WishDraft {
  if (entry) return wishOf(entry)
  const { typeId = null, thenTypeIds = [], sameProvider = false } = wanted ?? {}
  const first = typeId ?? types.find(({ active }) => active)?.id ?? null
  return { ...blankWish(today), typeId: first, thenTypeIds, sameProvider }
}

interface WhatProps {
  draft: WishDraft
  types: readonly AppointmentType[]
  customerId: number | null
  today: string
  put(part: Partial<WishDraft>): void
}

/** A new appointment of a type, or of several in one visit; or an earlier time of one that the customer has. */
function What({ draft, types, customerId, today, put }: WhatProps) {
  const words = useWords().waiting
  const { typeId, thenTypeIds, sameProvider, keptId } = draft
  return (
    <>
      {customerId !== null && (
        <KeepsChoice
          customerId={customerId}
          keptId={keptId}
          onChoose={(kept) =>
            kept
              ? put({
                  ...{
                    keptId: kept.id,
                    typeId: kept.typeId,
                    thenTypeIds: [],
                    providerIds: [],
                    locationIds: [],
                  },
                  until: later(today, addDays(kept.date, -1)),
                })
              : put({ keptId: null, until: blankWish(today).until })
          }
        />
      )}
      {keptId === null && (
        <>
          <ChoiceField
            label={words.what}
            value={typeId ?? 0}
            of={types.filter(({ active }) => active)}
            onChoose={(id) => put({ typeId: id, thenTypeIds: [], providerIds: [] })}
          />
          <ThenTypes
            {...{ typeId, thenTypeIds, sameProvider }}
            types={types.filter(mayFollow)}
            onChange={put}
          />
        </>
      )}
    </>
  )
}
