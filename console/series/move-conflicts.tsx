/** The appointments of a series that have nowhere to go when several move: each gets another time, or stays where it is. */
import { useState } from "preact/hooks"
import { useWords } from "../words/words.ts"
import { ConflictChoice } from "./conflict-choice.tsx"
import type { Occurrence } from "./repeat-data.ts"
import type { Scope } from "./scope.tsx"

/** A move of several that was refused. */
export interface MoveConflict {
  scope: Scope
  occurrences: readonly Occurrence[]
}

export interface ChosenStart {
  index: number
  start_time: string | null
}

export interface MoveChoices {
  /** Null while the move of this scope has not been refused. */
  conflict: MoveConflict | null
  chosenFor(one: Occurrence): string | null
  choose(index: number, start: string | null): void
  /** The choices that are sent along; those from before a second refusal stay chosen. */
  conflicts: ChosenStart[] | undefined
}

export function useMoveChoices(refused: MoveConflict | null, scope: Scope): MoveChoices {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string | null>>(new Map())
  const conflict = refused?.scope === scope ? refused : null
  const chosenFor = ({ index, alternatives }: Occurrence) =>
    alternatives.find(({ start_time }) => start_time === chosen.get(index))?.start_time ?? null
  const sent = new Map(chosen)
  for (const one of conflict?.occurrences ?? []) sent.set(one.index, chosenFor(one))
  return {
    conflict,
    chosenFor,
    choose: (index, start) => setChosen(new Map(sent).set(index, start)),
    conflicts: conflict ? [...sent].map(([index, start_time]) => ({ index, start_time })) : undefined,
  }
}

export function MoveConflicts({ choices, timezone }: { choices: MoveChoices; timezone: string }) {
  const words = useWords().series
  if (choices.conflict === null) return null
  const { occurrences } = choices.conflict
  return (
    <>
      <p role="alert">{words.nowhere({ count: occurrences.length })}</p>
      <ol class="occurrences">
        {occurrences.map((one) => (
          <li key={one.index}>
            <ConflictChoice
              one={one}
              timezone={timezone}
              chosen={choices.chosenFor(one)}
              none={words.stays}
              onChoose={(start) => choices.choose(one.index, start)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
