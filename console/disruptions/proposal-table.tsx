/** The proposals in groups: those that need a person, those with a message, those without. */
import { appointmentFormats } from "../formats.ts"
import { useWords } from "../words/words.ts"
import { type Disruption, groups, type Proposal, type ProposedTime } from "./disruption-data.ts"

interface ProposalTableProps {
  of: Disruption
  selected: number | null
  onSelect(appointmentId: number): void
  onTake(proposal: Proposal, isTaken: boolean): void
  isBusy: boolean
}

export function ProposalTable({ of, ...rows }: ProposalTableProps) {
  const words = useWords().disruptions
  return (
    <section class="card table" aria-label={words.proposals}>
      <table class="stacks">
        <thead>
          <tr>
            <th>{words.take}</th>
            <th>{words.who}</th>
            <th>{words.was}</th>
            <th>{words.proposed}</th>
            <th>{words.hears}</th>
            <th />
          </tr>
        </thead>
        {groups.map((group) => {
          const proposals = of.proposals.filter(({ outcome }) => outcome === group)
          if (proposals.length === 0) return null
          return (
            <tbody key={group}>
              <tr>
                <th colSpan={6} scope="rowgroup">
                  <strong>{words.groups[group]}</strong> <span class="hint">{words.groupsMean[group]}</span>
                </th>
              </tr>
              {proposals.map((proposal) => (
                <ProposalRow key={proposal.appointment_id} of={of} proposal={proposal} {...rows} />
              ))}
            </tbody>
          )
        })}
      </table>
    </section>
  )
}

function ProposalRow({
  of,
  proposal,
  selected,
  onSelect,
  onTake,
  isBusy,
}: ProposalTableProps & { proposal: Proposal }) {
  const words = useWords().disruptions
  const { appointment_id, customer, appointment_type, outcome, was, proposed, reason, applied } = proposal
  const isOpen = of.applied_at === null
  return (
    <tr aria-selected={selected === appointment_id}>
      <td class="picked">
        {isOpen && (
          <input
            type="checkbox"
            aria-label={words.takeOf({ name: customer.name })}
            checked={outcome !== "left"}
            disabled={isBusy}
            onChange={(event) => onTake(proposal, event.currentTarget.checked)}
          />
        )}
      </td>
      <td class="subject">
        <strong>{customer.name}</strong>
        <p class="hint">{appointment_type.name}</p>
      </td>
      <td class="named">{shownTime(was, proposal)}</td>
      <td class="named">
        {proposed ? shownTime(proposed, proposal) : reason ? words.reasons[reason] : words.groups.left}
        {applied === "changed" && <p class="hint">{words.changed}</p>}
      </td>
      <td>
        {outcome === "told"
          ? words.message
          : outcome === "unplaced" && isAsked(proposal)
            ? words.link
            : words.nothing}
      </td>
      <td class="outcome">
        {isOpen && (
          <button type="button" class="button" disabled={isBusy} onClick={() => onSelect(appointment_id)}>
            {words.change}
          </button>
        )}
      </td>
    </tr>
  )
}

/** One that waits for an answer, or has begun, is for staff alone. */
const isAsked = ({ reason }: Proposal) =>
  reason !== "pending" && reason !== "started" && reason !== "in_class"

export function shownTime(
  { start_time, end_time, provider, crew = [] }: ProposedTime,
  { timezone, is_window }: Pick<Proposal, "timezone" | "is_window">,
): string {
  const { block, moment } = appointmentFormats(timezone)
  const names = [provider, ...crew].map(({ name }) => name).join(" + ")
  return `${is_window ? block({ start_time, end_time }) : moment(start_time)}, ${names}`
}
