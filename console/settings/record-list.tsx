/** A list of what each company has several of: locations, types, providers. */
import type { QueryKey, QueryObserverOptions } from "@tanstack/query-core"
import { useQuery } from "../api/queries.ts"
import type { IconName } from "../parts/icon.tsx"
import { Icon } from "../parts/icon.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { hrefOf, useAddress } from "../router.ts"
import { useWords } from "../words/words.ts"
import { sortedByName } from "./inputs.tsx"
import { SettingsPage } from "./settings-page.tsx"

interface Listed {
  id: number
  name: string
  active: boolean
}

interface RecordListProps<One extends Listed, Key extends QueryKey> {
  of: "locations" | "types" | "providers" | "resources"
  icon: IconName
  query: QueryObserverOptions<One[], Error, One[], One[], Key>
  /** A line on each. */
  about(one: One): string
}

export function RecordList<One extends Listed, Key extends QueryKey>({
  of,
  icon,
  query,
  about,
}: RecordListProps<One, Key>) {
  const words = useWords().settings
  const { data, error, refetch } = useQuery(query)
  // A setting that was looked for is the one to be shown of the record that is chosen.
  const field = useAddress().query.get("field")
  const shown = field === null ? "" : `?field=${field}`
  const make = (
    <a class="button primary" href={hrefOf(`/settings/${of}/new`)}>
      <Icon name="plus" small /> {words.make[of]}
    </a>
  )
  return (
    <SettingsPage title={words.topics[of]} here={of} tools={data && data.length > 0 && make}>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <Empty icon={icon} title={words.noneOf[of]} hint={words.about[of]}>
          {make}
        </Empty>
      ) : (
        <ul class="card rows">
          {sortedByName(data).map((one) => (
            <li key={one.id}>
              <a class="row-link" href={hrefOf(`/settings/${of}/${one.id}${shown}`)}>
                <strong>{one.name}</strong>
                <span class="hint">{about(one)}</span>
              </a>
              {!one.active && <span class="tag warn">{words.inactive}</span>}
              <Icon name="right" small />
            </li>
          ))}
        </ul>
      )}
    </SettingsPage>
  )
}
