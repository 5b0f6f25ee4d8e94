/** The choice between a wait for a new appointment and one for an earlier time of an appointment that the customer keeps. */
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { appointmentFormats, localDate } from "../formats.ts"
import { ChoiceField } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"

interface Kept {
  id: number
  typeId: number
  /** The local date of its start. */
  date: string
}

interface KeepsChoiceProps {
  customerId: number
  keptId: number | null
  onChoose(kept: Kept | null): void
}

/** Draws nothing for a customer who has no appointment to come. */
export function KeepsChoice({ customerId, keptId, onChoose }: KeepsChoiceProps) {
  const words = useWords().waiting
  const { data } = useQuery({
    queryKey: ["waiting", "keeps", customerId] as const,
    queryFn: async () =>
      (await api.listAppointments({ customer_id: customerId, status: "scheduled", limit: 50 })).data,
  })
  const ahead = data?.filter(({ start_time }) => Date.parse(start_time) > Date.now()) ?? []
  if (ahead.length === 0) return null
  const earlierThan = ahead.map(({ id, start_time, timezone, appointment_type }) => ({
    id,
    name: words.earlierThan({
      time: appointmentFormats(timezone).moment(start_time),
      type: appointment_type.name,
    }),
  }))
  return (
    <ChoiceField
      label={words.waitsFor}
      value={keptId ?? 0}
      of={[{ id: 0, name: words.newOne }, ...earlierThan]}
      onChoose={(id) => {
        const kept = ahead.find((one) => one.id === id)
        onChoose(
          kept
            ? {
                id,
                typeId: kept.appointment_type.id,
                date: localDate(kept.start_time, kept.timezone),
              }
            : null,
        )
      }}
    />
  )
}
