/** The screens of one provider. */
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

export type ProviderTab = "profile" | "hours" | "timeOff" | "calendars"

const tabs: Record<ProviderTab, string> = {
  profile: "",
  hours: "/hours",
  timeOff: "/time-off",
  calendars: "/calendars",
}

export function ProviderTabs({ id, here }: { id: number; here: ProviderTab }) {
  const words = useWords().settings
  return (
    <nav class="segments" aria-label={words.provider}>
      {Object.entries(tabs).map(([name, path]) => (
        <a
          key={name}
          class="button"
          href={hrefOf(`/settings/providers/${id}${path}`)}
          aria-current={name === here ? "page" : undefined}
        >
          {words.tabs[name as ProviderTab]}
        </a>
      ))}
    </nav>
  )
}
