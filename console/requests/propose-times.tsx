/** Chooses up to three of the best other times for a pending appointment, which are then kept for its customer. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { type Best, BestTimes, useBestTimes } from "../board/best-times.tsx"
import { readAppointmentAgain } from "../board/board-data.ts"
import { formatsOf, localDate } from "../formats.ts"
import { Refused } from "../parts/states.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { Pending } from "./pending-data.ts"

const most = 3

export function ProposeTimes({ pending, onClose }: { pending: Pending; onClose(): void }) {
  const words = useWords().pending
  const { id, version, provider, timezone } = pending
  const times = useBestTimes(id, localDate(Date.now(), timezone))
  const [chosen, choose] = useState<readonly Best[]>([])
  const isChosen = (one: Best) => chosen.some((each) => sameTime(each, one))
  const take = (one: Best) => {
    if (isChosen(one)) choose(chosen.filter((each) => !sameTime(each, one)))
    else if (chosen.length < most) choose([...chosen, one])
  }
  const propose = useWrite({
    mutationFn: () =>
      api.proposeTimes({
        id,
        if_version: version,
        times: chosen.map(({ start_time, provider_id, location_id }) => ({
          start_time,
          provider_id,
          location_id,
        })),
      }),
    onSuccess: () => {
      notify({ text: words.proposedNow })
      onClose()
      return readAppointmentAgain(id)
    },
    onError: () => readAppointmentAgain(id),
  })
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault()
        propose.run(undefined)
      }}
    >
      <h3>{words.proposeQuestion({ most })}</h3>
      <BestTimes times={times} provider={provider} isHeldAt={isChosen} onTake={take} />
      <p class="hint" aria-live="polite">
        {chosen.length === 0
          ? words.noneChosen
          : chosen.map((one) => formatsOf(one.timezone).moment(one.start_time)).join(" · ")}
      </p>
      <Refused error={propose.failure} />
      <div class="row">
        <button type="submit" class="button primary" disabled={propose.isRunning || chosen.length === 0}>
          {words.proposeThem({ count: chosen.length })}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {words.wait}
        </button>
      </div>
    </form>
  )
}

const sameTime = (a: Best, b: Best) => a.start_time === b.start_time && a.provider_id === b.provider_id
