/** Appointments of the days that are chosen, as the board is filtered. */
import { useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import type { Filters } from "../board/columns.ts"
import { instantAt } from "../formats.ts"
import { Dialog } from "../parts/dialog.tsx"
import { TextField } from "../parts/field.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { CsvButton } from "./csv-button.tsx"
import { appointmentsTable } from "./tables.ts"

interface ExportDialogProps {
  date: string
  filters: Filters
  onClose(): void
}

export function ExportDialog({ date, filters, onClose }: ExportDialogProps) {
  const words = useWords()
  const zone = useSession().company.timezone
  const [from, setFrom] = useState(date)
  const [until, setUntil] = useState(date)
  const isSpan = from !== "" && until !== "" && from <= until
  const { providerId, locationId, typeId, hidesCancelled = false } = filters
  const table = () =>
    appointmentsTable(words, {
      from: instantAt(zone, from, "00:00"),
      to: instantAt(zone, addDays(until, 1), "00:00"),
      ...{ providerId, locationId, typeId, hidesCancelled },
    })
  return (
    <Dialog
      title={words.exports.appointments}
      onClose={onClose}
      actions={isSpan && <CsvButton class="button primary" table={table} onDone={onClose} />}
    >
      <div class="pair-fields">
        <TextField label={words.exports.from} type="date" value={from} onInput={setFrom} />
        <TextField label={words.exports.until} type="date" value={until} onInput={setUntil} />
      </div>
      <p class="hint">{words.exports.asFiltered}</p>
    </Dialog>
  )
}
