/** The audit trail. The filters and the entry that is open are in the address. */
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { download } from "../parts/download.ts"
import { Paging } from "../parts/paging.tsx"
import { Empty, Failed, Loading, Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { type Entry, entriesIn, filterOf } from "./audit-data.ts"
import { AuditEntry } from "./audit-entry.tsx"
import { AuditFilter } from "./audit-filter.tsx"
import { useAuditWords } from "./audit-words.ts"
import { PeopleTabs } from "./people-tabs.tsx"

export default function AuditScreen({ query }: ScreenProps) {
  const words = useWords().people
  const filter = filterOf(query, useSession().company.timezone)
  const { data, error, refetch } = useQuery(entriesIn(filter, query.get("cursor")))
  const save = useWrite({
    mutationFn: () => api.exportAudit(filter),
    onSuccess: (file) => download(new Blob([file], { type: "text/csv" }), "audit.csv"),
  })
  const openId = Number(query.get("entry"))
  return (
    <Page
      fills
      title={words.title}
      lead={<PeopleTabs shown="audit" />}
      tools={
        <button type="button" class="button" disabled={save.isRunning} onClick={() => save.run(undefined)}>
          {words.exportCsv}
        </button>
      }
    >
      <div class="scroller">
        <div class="wide">
          <AuditFilter query={query} />
          <Refused error={save.failure} />
          {error && !data ? (
            <Failed error={error} retry={refetch} />
          ) : !data ? (
            <Loading />
          ) : data.data.length === 0 ? (
            <Empty icon="search" title={words.noEntries} hint={words.noEntriesHint} />
          ) : (
            <Entries entries={data.data} query={query} />
          )}
          {data && (
            <Paging
              cursor={query.get("cursor")}
              next={data.next_cursor}
              words={{ first: words.newest, more: words.older }}
            />
          )}
        </div>
      </div>
      {openId > 0 && <AuditEntry key={openId} id={openId} />}
    </Page>
  )
}

function Entries({ entries, query }: { entries: readonly Entry[]; query: URLSearchParams }) {
  const words = useWords().people
  const formats = formatsOf(useSession().company.timezone)
  const { actorOf, operationOf } = useAuditWords()
  const openAt = (id: number) => {
    const opened = new URLSearchParams(query)
    opened.set("entry", String(id))
    return hrefOf(`/people/audit?${opened}`)
  }
  return (
    <section class="card table" aria-label={words.tabs.audit}>
      <table class="stacks">
        <thead>
          <tr>
            <th>{words.when}</th>
            <th>{words.who}</th>
            <th>{words.what}</th>
            <th>{words.fields}</th>
            <th>{words.record}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{formats.moment(entry.at)}</td>
              <td>{actorOf(entry)}</td>
              <td class="subject">
                <a class="opens" href={openAt(entry.id)}>
                  {operationOf(entry.operation)}
                </a>
              </td>
              <td class="hint far">{entry.fields.join(", ")}</td>
              <td class="hint far">{entry.target_id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
