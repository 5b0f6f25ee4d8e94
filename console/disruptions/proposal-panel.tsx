/** One proposal: what its customer hears, and what else could be done. */
import { useQuery } from "../api/queries.ts"
import { CheckField } from "../parts/field.tsx"
import { Panel } from "../parts/panel.tsx"
import { PreviewOfTexts } from "../parts/preview.tsx"
import { useWords } from "../words/words.ts"
import { type Choice, type Disruption, messagesOf, movingTo, type Proposal } from "./disruption-data.ts"
import { shownTime } from "./proposal-table.tsx"

interface ProposalPanelProps {
  of: Disruption
  proposal: Proposal
  isBusy: boolean
  onChoose(choice: Choice): void
  onClose(): void
}

export function ProposalPanel({ of, proposal, isBusy, onChoose, onClose }: ProposalPanelProps) {
  const words = useWords().disruptions
  const { appointment_id, customer, alternatives, outcome, silent_channels, proposed, is_chosen } = proposal
  const isTold = silent_channels.length === 0
  const set = (choice: Omit<Choice, "appointment_id">) => onChoose({ appointment_id, ...choice })
  const present: Omit<Choice, "appointment_id"> =
    is_chosen && proposed
      ? movingTo(proposed)
      : { action: is_chosen ? (outcome === "left" ? "leave" : "offer_link") : "propose" }
  const hears = outcome === "told" || outcome === "unplaced"
  const messages = useQuery(messagesOf(of, proposal))
  return (
    <Panel title={customer.name} note={proposal.appointment_type.name} onClose={onClose}>
      <dl class="facts">
        <dt>{words.was}</dt>
        <dd>{shownTime(proposal.was, proposal)}</dd>
        <dt>{words.proposed}</dt>
        <dd>{proposed ? shownTime(proposed, proposal) : words.groups[outcome]}</dd>
      </dl>
      {hears && <PreviewOfTexts read={messages} timeZone={proposal.timezone} name={customer.name} />}
      {hears && (
        <CheckField
          label={words.tell({ name: customer.name })}
          checked={isTold}
          onChange={(isOn) => set({ ...present, silent_channels: isOn ? [] : ["sms", "mail"] })}
        />
      )}
      <section class="stack">
        <h3>{words.instead}</h3>
        <ul class="rows">
          {alternatives.map((time) => (
            <li key={`${time.start_time} ${time.provider.id}`}>
              <button type="button" class="button" disabled={isBusy} onClick={() => set(movingTo(time))}>
                {shownTime(time, proposal)}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              class="button"
              disabled={isBusy}
              onClick={() => set({ action: "offer_link" })}
            >
              {words.offerLink}
            </button>
          </li>
          <li>
            <button type="button" class="button" disabled={isBusy} onClick={() => set({ action: "leave" })}>
              {words.leave}
            </button>
          </li>
          {is_chosen && (
            <li>
              <button
                type="button"
                class="button"
                disabled={isBusy}
                onClick={() => set({ action: "propose" })}
              >
                {words.proposeAgain}
              </button>
            </li>
          )}
        </ul>
      </section>
    </Panel>
  )
}
