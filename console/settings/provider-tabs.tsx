/** The screens of one provider. */
import { Tabs } from "../parts/tabs.tsx"
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
    <Tabs
      label={words.provider}
      tabs={Object.entries(tabs).map(([tab, path]) => ({
        name: words.tabs[tab as ProviderTab],
        path: `/settings/providers/${id}${path}`,
        isShown: tab === here,
      }))}
    />
  )
}
