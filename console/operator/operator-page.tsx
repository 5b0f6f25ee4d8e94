/** The operator's page: the companies of the host. It opens by a link from the command line, once, in this browser. */
import { useLayoutEffect, useState } from "preact/hooks"
import { isRefusal } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { CopyButton } from "../parts/copy-button.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { Notices } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { OperatedCompanies } from "./operated-companies.tsx"
import { openPage, operated } from "./operator-data.ts"
import "../styles/operator.css"

export default function OperatorPage() {
  const words = useWords().operator
  const [token] = useState(() => location.hash.slice(1))
  const [isOpened, setOpened] = useState(token === "")
  const [failure, setFailure] = useState<Error | null>(null)
  useLayoutEffect(() => {
    document.title = words.title
    history.replaceState(null, "", location.pathname)
  }, [words])
  useLayoutEffect(() => {
    // A link that was opened here before may stand in the browser's history: the session of then still holds.
    if (token !== "")
      openPage(token)
        .catch(setFailure)
        .finally(() => setOpened(true))
  }, [token])
  return (
    <>
      {isOpened && <Companies linkFailure={failure} />}
      <Notices />
    </>
  )
}

function Companies({ linkFailure }: { linkFailure: Error | null }) {
  const [beforeId, setBeforeId] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({ ...operated(beforeId), staleTime: 0 })
  if (error && isRefusal(error, "forbidden")) return <Closed failure={linkFailure} />
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  return <OperatedCompanies operated={data} isFirst={beforeId === null} onPage={setBeforeId} />
}

const command = "npm run cli -- operator link"

function Closed({ failure }: { failure: Error | null }) {
  const words = useWords().operator
  return (
    <main class="gate">
      <section class="gate-card" aria-labelledby="operator">
        <h1 id="operator">{words.title}</h1>
        {failure && (
          <p class="refused" role="alert">
            {isRefusal(failure, "operator_link_ended") ? words.linkOver : failure.message}
          </p>
        )}
        <p>{words.closed}</p>
        <code class="secret">{command}</code>
        <CopyButton text={command} />
      </section>
    </main>
  )
}
