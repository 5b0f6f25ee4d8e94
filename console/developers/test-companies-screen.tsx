/** The company's test companies: made with a key that is shown once, opened, reset and deleted. */
import { useState } from "preact/hooks"
import { api, isRefusal, type Row } from "../api/client.ts"
import { allTestCompanies } from "../api/lists.ts"
import { queries, useQuery, useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { Question } from "../parts/question.tsx"
import { Empty, Failed, Loading, Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { DevelopersPage } from "./developers-page.tsx"
import { SecretOnce } from "./secret-once.tsx"

type TestCompany = Row<"listTestCompanies">
type Asked = { does: "reset" | "delete"; id: number; name: string }

const most = 20
const readAgain = () => queries.invalidateQueries({ queryKey: allTestCompanies.queryKey })

export default function TestCompaniesScreen() {
  const words = useWords().developers.testCompanies
  const { data: companies, error, refetch } = useQuery(allTestCompanies)
  const [secret, setSecret] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const make = useWrite({
    mutationFn: () => api.createTestCompany(),
    onSuccess: ({ api_key: key }) => {
      readAgain()
      setSecret(key)
    },
  })
  const isFull = companies !== undefined && companies.length >= most
  return (
    <DevelopersPage
      section="testCompanies"
      tools={
        <button
          type="button"
          class="button primary"
          disabled={make.isRunning || isFull}
          onClick={() => make.run(undefined)}
        >
          <Icon name="plus" small /> {words.make}
        </button>
      }
    >
      <p class="hint">{words.meaning}</p>
      {isFull && <p class="hint">{words.full}</p>}
      <Refused error={make.failure} />
      {error && !companies ? (
        <Failed error={error} retry={refetch} />
      ) : !companies ? (
        <Loading />
      ) : companies.length === 0 ? (
        <Empty icon="code" title={words.none} hint={words.noneHint} />
      ) : (
        <TestCompanyTable companies={companies} onAsk={setAsked} />
      )}
      {secret !== null && (
        <SecretOnce
          title={words.key}
          text={words.shownOnce}
          secret={secret}
          done={words.done}
          onClose={() => setSecret(null)}
        />
      )}
      {asked && <TakeAwayQuestion asked={asked} onClose={() => setAsked(null)} />}
    </DevelopersPage>
  )
}

interface TableProps {
  companies: readonly TestCompany[]
  onAsk(asked: Asked): void
}

function TestCompanyTable({ companies, onAsk }: TableProps) {
  const words = useWords().developers.testCompanies
  const formats = formatsOf(useSession().company.timezone)
  return (
    <section class="card" aria-label={words.title}>
      <ul class="rows">
        {companies.map(({ id, name, public_slug: slug, public_page_url: url, clock, created_at: madeAt }) => (
          <li key={id}>
            <div>
              <p>
                <strong>{name}</strong> <code class="hint">{slug ?? id}</code>
              </p>
              <p class="hint">
                {words.made} {formats.moment(madeAt)} ·{" "}
                {(clock.running ? words.runs : words.stands)({ now: formats.moment(clock.now) })}
              </p>
            </div>
            <div class="row">
              {url !== null && (
                <a class="button" href={url} target="_blank" rel="noreferrer">
                  {words.open}
                </a>
              )}
              <button
                type="button"
                class="button"
                aria-label={words.resetNamed({ id })}
                onClick={() => onAsk({ does: "reset", id, name })}
              >
                {words.reset}
              </button>
              <button
                type="button"
                class="button danger"
                aria-label={words.deleteNamed({ id })}
                onClick={() => onAsk({ does: "delete", id, name })}
              >
                {words.delete}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The question names what will be lost. */
function TakeAwayQuestion({ asked: { does, id, name }, onClose }: { asked: Asked; onClose(): void }) {
  const words = useWords().developers.testCompanies
  const isReset = does === "reset"
  return (
    <Question
      title={isReset ? words.resetQuestion({ name }) : words.deleteQuestion({ name })}
      text={isReset ? words.resetMeaning : words.deleteMeaning}
      confirm={isReset ? words.reset : words.delete}
      run={() => (isReset ? api.resetTestCompany({ id }) : api.deleteTestCompany({ id }))}
      onDone={async () => {
        await readAgain()
        notify({ text: isReset ? words.wasReset : words.wasDeleted })
      }}
      refusalText={(failure) => (isRefusal(failure, "test_clock_moving") ? words.clockMoves : null)}
      onClose={onClose}
    />
  )
}
