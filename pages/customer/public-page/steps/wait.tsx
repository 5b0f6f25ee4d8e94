import { JoinStep } from "../../../shared/waiting/join-form.tsx"
import { datesToWait } from "../../../shared/waiting/joining.ts"
import type { StepProps } from "../commands.ts"
import { nameFields } from "../draft-fields.ts"
import { canSend, TextField } from "../form.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { boundsOf } from "../state.ts"

/** No time suits: the visitor, whose number is verified, waits for one. A new customer gives a name. */
export function Wait({ state, commands }: StepProps) {
  const given = { state, commands }
  const { verifiedVisit, pending, view } = state
  if (!verifiedVisit) return null
  const isNew = verifiedVisit.customer === null
  const dates = datesToWait(boundsOf(state), state.today)
  return (
    <JoinStep
      companyName={view.company.name}
      firstDate={dates.first}
      lastDate={dates.last}
      keeps={false}
      pending={pending}
      onJoin={async (input) => (!isNew || canSend(given, nameFields) ? commands.join(input) : null)}
    >
      {isNew && (
        <>
          <div class="pair">
            <TextField {...given} field="firstName" autoComplete="given-name" readOnly={pending} />
            <TextField {...given} field="lastName" autoComplete="family-name" readOnly={pending} />
          </div>
          <TextField {...given} field="email" inputMode="email" autoComplete="email" readOnly={pending} />
        </>
      )}
      <NoticeBox {...given} />
    </JoinStep>
  )
}
