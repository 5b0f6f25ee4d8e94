/** One report: a plot, and the same figures as a table and as a file. */
import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"
import { useQuery, useWrite } from "../api/queries.ts"
import { Scrolled } from "../parts/scrolled.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { Columns, fillOf } from "./plots.tsx"
import {
  type Described,
  downloadCsv,
  type Figures,
  isByDate,
  isDistribution,
  type Report,
  reportOf,
  type Scope,
} from "./report-data.ts"
import { count, dateLabel, figureName, figureText, percent, rowLabel } from "./report-formats.ts"

interface CardProps {
  report: Described
  scope: Scope
}

export function ReportCard({ report, scope }: CardProps) {
  const title = useWords().reports.titles[report.name]
  return (
    <ReportFrame title={title} report={report} scope={scope}>
      {(data) => <Drawn report={report} scope={scope} data={data} />}
    </ReportFrame>
  )
}

interface FrameProps extends CardProps {
  title: string
  /** How many of the small cards' rows it takes. */
  rows?: number
  /** Beside the title. */
  legend?: ComponentChildren
  children(data: Report): ComponentChildren
}

/** The card around a report's figures, with its file. */
export function ReportFrame({ title, report, scope, rows = 1, legend, children }: FrameProps) {
  const words = useWords().reports
  const titleId = useId()
  const { data, error, refetch } = useQuery(reportOf(report.name, scope))
  const csv = useWrite({ mutationFn: () => downloadCsv(report.name, scope) })
  return (
    <section class="card report" aria-labelledby={titleId} style={{ "--rows": rows }}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {legend}
        <button
          type="button"
          class="button"
          aria-label={words.csvOf({ title })}
          disabled={csv.isRunning}
          onClick={() => csv.run(undefined)}
        >
          {words.csv}
        </button>
      </header>
      <div class="content">
        <Refused error={csv.failure} />
        {error && !data ? (
          <Failed error={error} retry={refetch} />
        ) : !data ? (
          <Loading rows={5} />
        ) : (
          children(data)
        )}
      </div>
    </section>
  )
}

function Drawn({ report, scope, data }: CardProps & { data: Report }) {
  const words = useWords().reports
  const isPlotted = isByDate(scope.group_by) || isDistribution(report)
  return (
    <>
      <p class="meaning">{words.meanings[report.name]}</p>
      {isPlotted && <Plot report={report} scope={scope} data={data} />}
      {!isDistribution(report) && report.series.length > 0 && <Parts report={report} total={data.total} />}
      {isPlotted ? (
        <OpenedTable report={report} scope={scope} data={data} />
      ) : (
        <Table report={report} scope={scope} data={data} />
      )}
    </>
  )
}

/** Its rows are made when it is opened first, since they may be thousands. */
export function OpenedTable(props: CardProps & { data: Report }) {
  const words = useWords().reports
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.table}</summary>
      {isOpen && <Table {...props} />}
    </details>
  )
}

function Plot({ report, scope, data }: CardProps & { data: Report }) {
  const words = useWords().reports
  const title = words.titles[report.name]
  if (isDistribution(report)) {
    const points = report.series.map(({ figure }) => ({
      label: figureName(figure),
      values: [data.total[figure] ?? 0],
    }))
    return (
      <Columns
        spoken={spokenPlot(title, points, count)}
        points={points}
        series={[{ label: title, hue: 170 }]}
        show={count}
        least={2}
        isLabelled
      />
    )
  }
  const series = report.share
    ? [{ label: title, figure: report.share, hue: 170 }]
    : report.series.map((each) => ({ ...each, label: figureName(each.figure) }))
  const points = data.rows.map((row) => ({
    label: dateLabel(row, scope.group_by),
    values: series.map(({ figure }) => row[figure] ?? null),
  }))
  const show = report.share ? percent : count
  return (
    <Columns
      spoken={spokenPlot(title, points, show)}
      points={points}
      series={series}
      show={show}
      least={report.share ? 0.1 : 2}
    />
  )

  function spokenPlot(
    name: string,
    all: readonly { label: string; values: readonly (number | null)[] }[],
    text: (value: number) => string,
  ): string {
    const sums = all.map(({ label, values }) => ({
      label,
      sum: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    }))
    const most = sums.reduce((one, other) => (other.sum > one.sum ? other : one), sums[0]!)
    return most.sum === 0
      ? `${name}: ${words.nothing}`
      : `${name}: ${words.most({ label: most.label, value: text(most.sum) })}`
  }
}

/** The meaning of the colours, with the whole period's numbers. */
function Parts({ report, total }: { report: Described; total: Figures }) {
  const whole = total[report.whole!] ?? 0
  return (
    <ul class="legend">
      {report.series.map(({ figure, hue }) => (
        <li key={figure}>
          <i style={{ background: fillOf(hue) }} />
          <span>{figureName(figure)}</span>
          <b>{count(total[figure] ?? 0)}</b>
          <small>{whole === 0 ? "–" : percent((total[figure] ?? 0) / whole)}</small>
        </li>
      ))}
    </ul>
  )
}

function Table({ report, scope, data }: CardProps & { data: Report }) {
  const words = useWords().reports
  const main = report.share ?? report.whole!
  const figures = [main, ...report.series.map(({ figure }) => figure), ...(report.more ?? [])]
  // A share of 100 % fills its cell.
  const most = Math.max(1, ...data.rows.map((row) => row[main] ?? 0))
  const isBarred =
    !isByDate(scope.group_by) && scope.group_by !== "provider_weekday" && !isDistribution(report)
  const parts = report.share ? [{ figure: report.share, hue: 170 }] : report.series
  if (data.rows.length === 0) return <p class="hint">{words.nothing}</p>
  return (
    <Scrolled class="figures" label={words.tableOf({ title: words.titles[report.name] })}>
      <table>
        <thead>
          <tr>
            <th>{words.groupings[scope.group_by]}</th>
            {isBarred && <td class="share-bar" />}
            {figures.map((figure) => (
              <th key={figure} class="num">
                {figureName(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={`${row.date} ${row.id} ${row.weekday}`}>
              <th scope="row">{rowLabel(row, scope.group_by, words)}</th>
              {isBarred && (
                <td class="share-bar">
                  <span>
                    {parts.map(({ figure, hue }) => (
                      <i
                        key={figure}
                        style={{
                          width: `${(100 * (row[figure] ?? 0)) / most}%`,
                          background: fillOf(hue),
                        }}
                      />
                    ))}
                  </span>
                </td>
              )}
              {figures.map((figure) => (
                <td key={figure} class="num">
                  {figureText(report, figure, row[figure] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            {isBarred && <td class="share-bar" />}
            {figures.map((figure) => (
              <td key={figure} class="num">
                {figureText(report, figure, data.total[figure] ?? null)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </Scrolled>
  )
}
