/** Asks once more before a move that texts the customer, with the words that will go. */
import { Panel } from "../parts/panel.tsx"
import { PreviewOfTexts } from "../parts/preview.tsx"
import { useWords } from "../words/words.ts"
import { dateAt, timeAt } from "./board-formats.ts"
import type { Column } from "./columns.ts"
import type { HeldMove, Moves } from "./move-appointment.ts"
import type { MoveWish } from "./moving.ts"

interface MoveQuestionProps {
  wish: MoveWish
  preview: NonNullable<HeldMove["preview"]>
  moves: Moves
}

export function MoveQuestion({ wish, preview, moves }: MoveQuestionProps) {
  const words = useWords().board
  const { card, from, target } = wish
  const said = ({ provider, location }: Column, minute: number) =>
    `${dateAt(location, minute)}, ${timeAt(location, minute)}, ${provider.name}`
  return (
    <Panel
      title={words.moveQuestion(card.appointment.customer.name)}
      onClose={moves.putBack}
      actions={
        <>
          <button type="button" class="button primary big" data-autofocus onClick={moves.confirm}>
            {words.moveAndText}
          </button>
          <button type="button" class="button" onClick={moves.putBack}>
            {words.putItBackNow}
          </button>
        </>
      }
    >
      <dl class="facts">
        <dt>{words.before}</dt>
        <dd>{said(from, card.start)}</dd>
        <dt>{words.after}</dt>
        <dd>
          <strong>{said(target.column, target.start)}</strong>
          {target.isOverride && <p class="hint">{words.againstRules}</p>}
        </dd>
      </dl>
      <PreviewOfTexts read={{ data: preview, error: null }} timeZone={target.column.location.timezone} />
    </Panel>
  )
}
