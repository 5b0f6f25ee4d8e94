/** The companies of the host, the newest first, and who opened this page. */
import { useState } from "preact/hooks"
import { useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { Empty } from "../parts/states.tsx"
import { zoneOfBrowser } from "../parts/zone-options.tsx"
import { useWords } from "../words/words.ts"
import { AdminDialog } from "./admin-dialog.tsx"
import { CompanyDialog } from "./company-dialog.tsx"
import { leavePage, type Operated, type OperatedCompany, readOperatedAgain } from "./operator-data.ts"

interface OperatedCompaniesProps {
  operated: Operated
  isFirst: boolean
  /** Shows companies before this one; null shows the newest. */
  onPage(beforeId: number | null): void
}

export function OperatedCompanies({ operated, isFirst, onPage }: OperatedCompaniesProps) {
  const words = useWords().operator
  const [isMaking, setMaking] = useState(false)
  const [inviting, setInviting] = useState<OperatedCompany | null>(null)
  const leave = useWrite({ mutationFn: leavePage, onSettled: readOperatedAgain })
  const { companies, next_before_id: next, access } = operated
  return (
    <div class="operator">
      <header class="bar">
        <h1>{words.title}</h1>
        <span class="gap" />
        <button type="button" class="button" disabled={leave.isRunning} onClick={() => leave.run(undefined)}>
          {words.leave}
        </button>
        <button type="button" class="button primary" onClick={() => setMaking(true)}>
          <Icon name="plus" small /> {words.newCompany}
        </button>
      </header>
      <main class="wide">
        {companies.length === 0 ? (
          <Empty icon="people" title={words.none} hint={words.noneHint} />
        ) : (
          <CompaniesTable companies={companies} onInvite={setInviting} />
        )}
        {(!isFirst || next !== null) && (
          <p class="row">
            {!isFirst && (
              <button type="button" class="button" onClick={() => onPage(null)}>
                {words.newest}
              </button>
            )}
            {next !== null && (
              <button type="button" class="button" onClick={() => onPage(next)}>
                {words.older}
              </button>
            )}
          </p>
        )}
        <AccessList access={access} />
      </main>
      {isMaking && <CompanyDialog onClose={() => setMaking(false)} />}
      {inviting && <AdminDialog company={inviting} onClose={() => setInviting(null)} />}
    </div>
  )
}

interface CompaniesTableProps {
  companies: readonly OperatedCompany[]
  onInvite(company: OperatedCompany): void
}

function CompaniesTable({ companies, onInvite }: CompaniesTableProps) {
  const words = useWords().operator
  const formats = formatsOf(zoneOfBrowser())
  return (
    <section class="card table" aria-label={words.title}>
      <table class="stacks">
        <thead>
          <tr>
            <th>{words.company}</th>
            <th>{words.admins}</th>
            <th>{words.zone}</th>
            <th>{words.made}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {companies.map((company) => (
            <tr key={company.id}>
              <td class="subject">
                <strong>{company.name}</strong>{" "}
                {company.unproven && <span class="tag warn">{words.unproven}</span>}
                <p class="hint">{[`${company.id}`, company.public_slug].filter(Boolean).join(" · ")}</p>
              </td>
              <td>
                {company.admins.map(({ id, name, email, joined }) => (
                  <p key={id}>
                    {name} <span class="hint">{email}</span>{" "}
                    {!joined && <span class="tag warn">{words.invited}</span>}
                  </p>
                ))}
              </td>
              <td>{company.timezone.replaceAll("_", " ")}</td>
              <td>{formats.moment(company.created_at)}</td>
              <td class="outcome">
                <button
                  type="button"
                  class="button"
                  aria-label={words.inviteTo({ company: company.name })}
                  onClick={() => onInvite(company)}
                >
                  {words.invite}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function AccessList({ access }: Pick<Operated, "access">) {
  const words = useWords().operator
  const formats = formatsOf(zoneOfBrowser())
  const opened = (each: Operated["access"][number]) =>
    each.opened_at === null
      ? each.open
        ? words.notOpened({ moment: formats.moment(each.ends_at) })
        : words.neverOpened
      : words.openedFrom({ moment: formats.moment(each.opened_at), network: each.opened_from ?? "" })
  return (
    <section class="card" aria-labelledby="access">
      <header>
        <h2 id="access">{words.access}</h2>
      </header>
      <ul class="rows">
        {access.map((each) => (
          <li key={each.id}>
            <div>
              <strong>{words.linkMade({ moment: formats.moment(each.made_at) })}</strong>
              <p class="hint">{opened(each)}</p>
            </div>
            {each.current ? (
              <span class="tag ok">{words.thisBrowser}</span>
            ) : (
              each.open && <span class="tag warn">{words.open}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
