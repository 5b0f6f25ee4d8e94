/** The fate of each row, done or in a dry run; by fate, with the way to the run and to the file of results. */

import { formatsOf } from "../formats.ts"
import { csvFile, download } from "../parts/download.ts"
import { Scrolled } from "../parts/scrolled.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import {
  type Fate,
  fates,
  type ImportedLine,
  type ImportKind,
  type ReadFile,
  type Run,
  resultFile,
} from "./import-data.ts"

interface RowsCardProps {
  kind: ImportKind
  file: ReadFile
  run: Run
  /** The fate that is shown; null for all. */
  shown: string | null
  onStart(): void
  onStop(): void
}

/** The table shows at most so many rows; the file of results has all. */
const mostShown = 200

export function RowsCard({ kind, file, run, shown, onStart, onStop }: RowsCardProps) {
  const words = useWords().imports
  const { dryRun, lines, isRunning } = run
  const numbered = lines.map((each, index) => ({ ...each, row: index + 1 }))
  const ofFate = (fate: Fate) => numbered.filter(({ result }) => result.fate === fate)
  const fate = fates.find((each) => each === shown)
  const found = fate ? ofFate(fate) : numbered
  const made = ofFate("made").length
  const optedOut = (of: "texts" | "emails" | "offers") =>
    lines.filter(({ result }) => result.opted_out.includes(of)).length
  return (
    <section class="card import-run" aria-labelledby="import-rows">
      <header>
        <h2 id="import-rows" aria-live="polite">
          {isRunning
            ? words.running({ done: lines.length, all: file.lines.length })
            : dryRun
              ? words.checked({ made, all: lines.length })
              : words.done({ made, all: lines.length })}
        </h2>
        {isRunning ? (
          <button type="button" class="button" onClick={onStop}>
            {words.stop}
          </button>
        ) : (
          <button
            type="button"
            class="button"
            onClick={() =>
              download(
                csvFile(resultFile(file, lines)),
                `${file.name.replace(/\.\w+$/, "")}-${words.resultName}.csv`,
              )
            }
          >
            {words.download}
          </button>
        )}
        {!isRunning && dryRun && made > 0 && lines.length === file.lines.length && (
          <button type="button" class="button primary" onClick={onStart}>
            {words.run({ count: made })}
          </button>
        )}
      </header>
      {optedOut("texts") > 0 && <p class="hint table-foot">{words.noTexts({ count: optedOut("texts") })}</p>}
      {optedOut("emails") > 0 && (
        <p class="hint table-foot">{words.noMails({ count: optedOut("emails") })}</p>
      )}
      {optedOut("offers") > 0 && (
        <p class="hint table-foot">{words.noOffers({ count: optedOut("offers") })}</p>
      )}
      {isRunning && (
        <progress
          max={file.lines.length}
          value={lines.length}
          aria-label={words.running({ done: lines.length, all: file.lines.length })}
        />
      )}
      <fieldset class="segments import-fates">
        <legend class="said">{words.fate}</legend>
        <button
          type="button"
          class="button"
          aria-pressed={!fate}
          onClick={() => goWithQuery({ fate: null }, { replace: true })}
        >
          {words.all} <small>{lines.length}</small>
        </button>
        {fates.map((each) => (
          <button
            key={each}
            type="button"
            class="button"
            aria-pressed={fate === each}
            onClick={() => goWithQuery({ fate: each }, { replace: true })}
          >
            {dryRun ? words.wouldBe[each] : words.fates[each]} <small>{ofFate(each).length}</small>
          </button>
        ))}
      </fieldset>
      <Scrolled class="import-rows" label={words.fate}>
        <table>
          <thead>
            <tr>
              <th>{words.row}</th>
              <th>{words.fate}</th>
              <th>{words.reason}</th>
              {kind === "appointments" && <th>{words.cells.start_time}</th>}
              {file.header.slice(0, 6).map((title, index) => (
                <th key={index}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostShown).map(({ row, ...line }) => (
              <RowOf key={row} {...{ row, kind, dryRun, line }} />
            ))}
          </tbody>
        </table>
      </Scrolled>
      {found.length > mostShown && <p class="hint table-foot">{words.firstOnly({ count: mostShown })}</p>}
    </section>
  )
}

/** The service names a cell as the API does; people know it by its label. */
function inWords(
  { message, field }: { message: string; field: string | null },
  cells: Record<string, string>,
) {
  const label = field === null ? undefined : cells[field]
  return label !== undefined && message.startsWith(`${field}: `)
    ? label + message.slice(field!.length)
    : message
}

type Words = ReturnType<typeof useWords>["imports"]

/** The other facts about a row that is taken. */
function toldOf({ differs, in_notes, opted_out }: ImportedLine["result"], words: Words): string[] {
  const cells = differs.map((cell) => words.cells[cell as keyof typeof words.cells])
  return [
    ...(cells.length > 0 ? [words.differs({ cells: cells.join(", ") })] : []),
    ...opted_out.map((each) => words.optedOut[each]),
    ...(in_notes.length > 0 ? [words.inNotes({ texts: in_notes.join(", ") })] : []),
  ]
}

const tagOf: Record<Fate, string> = { made: "tag ok", unchanged: "tag", skipped: "tag", refused: "tag bad" }
const pathOf: Record<ImportKind, string | null> = {
  customers: "/customers/",
  providers: "/settings/providers/",
  appointments: null,
}

interface RowOfProps {
  row: number
  kind: ImportKind
  dryRun: boolean
  line: ImportedLine
}

function RowOf({ row, kind, dryRun, line: { line, result } }: RowOfProps) {
  const words = useWords().imports
  const { fate, id, reason, start_time, timezone } = result
  const path = pathOf[kind]
  const word = dryRun ? words.wouldBe[fate] : words.fates[fate]
  return (
    <tr>
      <td>{row}</td>
      <td>
        {id !== null && path !== null ? (
          <a class={tagOf[fate]} href={hrefOf(`${path}${id}`)}>
            {word}
          </a>
        ) : (
          <span class={tagOf[fate]}>{word}</span>
        )}
      </td>
      <td>
        {reason
          ? inWords(reason, words.cells)
          : toldOf(result, words).map((text) => <p key={text}>{text}</p>)}
      </td>
      {kind === "appointments" && <td>{start_time && timezone && formatsOf(timezone).moment(start_time)}</td>}
      {line.slice(0, 6).map((text, index) => (
        <td key={index} class="cut">
          {text}
        </td>
      ))}
    </tr>
  )
}
