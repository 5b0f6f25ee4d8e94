/**
 * The proposals for a day that breaks, by their effect on customers. Staff look, change and confirm: all move at once or
 * none, and each customer hears once.
 */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { StandingSessions } from "../parts/met-sessions.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { readAllAgain } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import {
  type Choice,
  choicesOf,
  type Disruption,
  disruptionOf,
  keepDisruption,
  withChoice,
} from "./disruption-data.ts"
import { ProposalPanel } from "./proposal-panel.tsx"
import { ProposalTable } from "./proposal-table.tsx"

export default function DisruptionScreen({ params }: ScreenProps) {
  const words = useWords().disruptions
  const { data, error, refetch } = useQuery(disruptionOf(Number(params.id)))
  const name = data?.provider?.name ?? data?.location?.name ?? ""
  const title = !data ? words.title : data.provider ? words.cannotCome({ name }) : words.closes({ name })
  return (
    <Page title={title} lead={<BackLink to="/" name={words.board} />}>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : (
        <Proposals of={data} />
      )}
    </Page>
  )
}

function Proposals({ of }: { of: Disruption }) {
  const words = useWords().disruptions
  const [selected, setSelected] = useState<number | null>(null)
  const change = useWrite({
    mutationFn: (choices: Choice[]) => api.updateDisruption({ id: of.id, choices, if_version: of.version }),
    onSuccess: keepDisruption,
  })
  const apply = useWrite({
    mutationFn: () => api.applyDisruption({ id: of.id, if_version: of.version }),
    onSuccess: async (applied) => {
      keepDisruption(applied)
      setSelected(null)
      notify({ text: words.done })
      await readAllAgain()
    },
  })
  const { kept, told, unplaced } = of.counts
  const formats = formatsOf(of.timezone)
  const isBusy = change.isRunning || apply.isRunning
  const shown = of.proposals.find(({ appointment_id }) => appointment_id === selected)
  return (
    <>
      <p>{words.fromTo({ from: formats.moment(of.from), to: formats.moment(of.to) })}</p>
      <p role="status">
        <strong>{words.hit({ count: of.proposals.length })}</strong> {words.counts({ kept, told, unplaced })}
        {of.applied_at !== null && ` ${words.applied({ time: formats.moment(of.applied_at) })}`}
      </p>
      {of.proposals.length > 0 && (
        <ProposalTable
          of={of}
          selected={selected}
          onSelect={setSelected}
          onTake={(proposal, isTaken) =>
            change.run(
              withChoice(of, {
                appointment_id: proposal.appointment_id,
                action: isTaken ? "propose" : "leave",
              }),
            )
          }
          isBusy={isBusy}
        />
      )}
      <StandingSessions sessions={of.sessions ?? []} />
      <Refused error={change.failure ?? apply.failure} />
      {of.applied_at === null && (
        <div class="row">
          <button type="button" class="button primary" disabled={isBusy} onClick={() => apply.run(undefined)}>
            {words.confirm({ moved: kept + told, told: told + unplaced })}
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={() => change.run(choicesOf(of))}>
            {words.anew}
          </button>
          <a class="button" href={hrefOf("/")}>
            {words.notYet}
          </a>
          <p class="hint">{words.allOrNone}</p>
        </div>
      )}
      {shown && (
        <ProposalPanel
          key={shown.appointment_id}
          of={of}
          proposal={shown}
          isBusy={isBusy}
          onChoose={(choice) => change.run(withChoice(of, choice))}
          onClose={() => setSelected(null)}
        />
      )}
    </>
  )
}
