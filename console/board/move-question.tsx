/** Asks once more before a move that texts the customer, with the words that will go. */
import { useState } from "preact/hooks"
import { Panel } from "../parts/panel.tsx"
import { PreviewOfTexts, useTicks } from "../parts/preview.tsx"
import type { Span } from "../parts/spans.ts"
import { toldBy } from "../parts/told.ts"
import { MoveConflicts, useMoveChoices } from "../series/move-conflicts.tsx"
import { firstScope, type Scope, ScopeChoice } from "../series/scope.tsx"
import { useWords, type Words } from "../words/words.ts"
import { dateAt, spanAt, timeAt } from "./board-formats.ts"
import { type Column, toSpan } from "./columns.ts"
import type { HeldMove, Moves } from "./move-appointment.ts"
import { changesOf, isOnlyLength, type MoveWish } from "./moving.ts"

type Preview = Exclude<NonNullable<HeldMove["preview"]>, Error>

function buttonOf(told: readonly string[], words: Words["board"]): string {
  if (told.length === 0) return words.move
  return told.includes("mail") ? words.moveAndTell : words.moveAndText
}

interface MoveQuestionProps {
  wish: MoveWish
  preview: NonNullable<HeldMove["preview"]>
  conflict?: HeldMove["conflict"] | undefined
  moves: Moves
}

export function MoveQuestion({ wish, preview, conflict, moves }: MoveQuestionProps) {
  const words = useWords().board
  const ticks = useTicks(isOnlyLength(wish) ? ["sms"] : [])
  const [scope, setScope] = useState<Scope>(firstScope(wish.card.appointment))
  const choices = useMoveChoices(conflict ?? null, scope)
  const { card, from, target } = wish
  const failure = preview instanceof Error ? preview : null
  // For a job over several days, every day is listed with its start.
  const said = ({ provider, location }: Column, blocks: readonly Span[]) => [
    ...blocks.map(
      (block) =>
        `${dateAt(location, block[0])}, ${card.promise ? spanAt(location, block) : timeAt(location, block[0])}`,
    ),
    provider.name,
  ]
  const before = said(from, card.appointment.blocks.map(toSpan))
  const after = said(target.column, target.blocks)
  return (
    <Panel
      title={(isOnlyLength(wish) ? words.lengthQuestion : words.moveQuestion)({
        name: card.appointment.customer.name,
      })}
      onClose={moves.putBack}
      actions={
        <>
          <button
            type="button"
            class="button primary big"
            data-autofocus
            onClick={() => moves.confirm(ticks.silent, scope, choices.conflicts)}
          >
            {failure ? words.moveAllTheSame : buttonOf(toldBy(preview as Preview, ticks.silent), words)}
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
          {changesOf(wish, words).map((change) => (
            <p key={change} class="warn">
              {change}
            </p>
          ))}
          {target.isOverride && <p class="hint">{words.againstRules}</p>}
        </dd>
      </dl>
      <ScopeChoice appointment={card.appointment} scope={scope} onChoose={setScope} />
      <MoveConflicts choices={choices} timezone={target.column.location.timezone} />
      {failure && <p class="hint">{words.textsNotShown}</p>}
      <PreviewOfTexts
        read={{ data: preview instanceof Error ? undefined : preview, error: failure }}
        timeZone={target.column.location.timezone}
        name={card.appointment.customer.name}
        ticks={ticks}
      />
    </Panel>
  )
}
