/** Asks once more before a move that texts the customer, with the words that will go. */
import { Panel } from "../parts/panel.tsx"
import { PreviewOfTexts } from "../parts/preview.tsx"
import type { Span } from "../parts/spans.ts"
import { useWords } from "../words/words.ts"
import { dateAt, timeAt } from "./board-formats.ts"
import { type Column, toSpan } from "./columns.ts"
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
  const failure = preview instanceof Error ? preview : null
  // For a job over several days, every day is listed with its start.
  const said = ({ provider, location }: Column, blocks: readonly Span[]) => [
    ...blocks.map(([start]) => `${dateAt(location, start)}, ${timeAt(location, start)}`),
    provider.name,
  ]
  const before = said(from, card.appointment.blocks.map(toSpan))
  const after = said(target.column, target.blocks)
  return (
    <Panel
      title={words.moveQuestion({ name: card.appointment.customer.name })}
      onClose={moves.putBack}
      actions={
        <>
          <button type="button" class="button primary big" data-autofocus onClick={moves.confirm}>
            {failure ? words.moveAllTheSame : words.moveAndText}
          </button>
          <button type="button" class="button" onClick={moves.putBack}>
            {words.putItBackNow}
          </button>
        </>
      }
    >
      <dl class="facts">
        <dt>{words.before}</dt>
        <dd>{before.join(before.length > 2 ? "; " : ", ")}</dd>
        <dt>{words.after}</dt>
        <dd>
          <strong>{after.join(after.length > 2 ? "; " : ", ")}</strong>
          {target.isOverride && <p class="hint">{words.againstRules}</p>}
        </dd>
      </dl>
      {failure && <p class="hint">{words.textsNotShown}</p>}
      <PreviewOfTexts
        read={{ data: preview instanceof Error ? undefined : preview, error: failure }}
        timeZone={target.column.location.timezone}
      />
    </Panel>
  )
}
