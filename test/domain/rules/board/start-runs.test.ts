import { expect, it } from "vitest"
import { runsOf, type StartRun } from "../../../../domain/rules/board/start-runs.ts"

const run = (first: number, last: number, count: number, isOffered = true): StartRun => ({
  first,
  last,
  count,
  isOffered,
})
const together = { standAlone: false }

it.each<[string, number[], number[], StartRun[]]>([
  ["nothing", [], [], []],
  ["one start", [540], [540], [run(540, 540, 1)]],
  ["a grid", [540, 570, 600], [540, 570, 600], [run(540, 600, 3)]],
  ["a grid with a gap", [540, 570, 660, 690], [540, 570, 660, 690], [run(540, 570, 2), run(660, 690, 2)]],
  [
    "a start beside the grid",
    [540, 570, 575, 600],
    [540, 570, 575, 600],
    [run(540, 570, 2), run(575, 600, 2)],
  ],
  [
    "judgement before and behind what is offered",
    [540, 570, 600, 630, 660],
    [600, 630],
    [run(540, 570, 2, false), run(600, 630, 2), run(660, 660, 1, false)],
  ],
  ["an offered start that came meanwhile", [540], [540, 570], [run(540, 570, 2)]],
  ["two days", [1_000, 2_000], [1_000, 2_000], [run(1_000, 1_000, 1), run(2_000, 2_000, 1)]],
])("DS-03 %s in runs", (_, possible, offered, runs) => {
  expect(runsOf(possible, offered, together)).toEqual(runs)
})

it("DS-03 starts of a job over several days stand alone", () => {
  expect(runsOf([540, 570], [540], { standAlone: true })).toEqual([run(540, 540, 1), run(570, 570, 1, false)])
})
