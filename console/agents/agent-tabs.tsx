/** The three parts of agents, one step apart. */
import { Tabs } from "../parts/tabs.tsx"
import { useWords } from "../words/words.ts"

const tabs = [
  ["channels", "/agents"],
  ["platform", "/agents/platform"],
  ["conversation", "/agents/conversation"],
] as const

export function AgentTabs({ shown }: { shown: (typeof tabs)[number][0] }) {
  const words = useWords().agents
  const names = { channels: words.channels, platform: words.platform, conversation: words.conversation }
  return (
    <Tabs
      label={words.title}
      tabs={tabs.map(([tab, path]) => ({ name: names[tab], path, isShown: tab === shown }))}
    />
  )
}
