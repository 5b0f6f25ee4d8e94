/** The three parts of messages, one step apart. */
import { Tabs } from "../parts/tabs.tsx"
import { useWords } from "../words/words.ts"

const tabs = [
  ["log", "/messages"],
  ["plans", "/messages/plans"],
  ["optOuts", "/messages/opt-outs"],
] as const

export function MessageTabs({ shown }: { shown: (typeof tabs)[number][0] }) {
  const words = useWords().messages
  return (
    <Tabs
      label={words.title}
      tabs={tabs.map(([tab, path]) => ({ name: words[tab], path, isShown: tab === shown }))}
    />
  )
}
