/** The three screens of the part, as links: each has an address of its own. */
import { Tabs } from "../parts/tabs.tsx"
import { useWords } from "../words/words.ts"

const tabs = [
  ["people", "/people"],
  ["signIn", "/people/sign-in"],
  ["audit", "/people/audit"],
] as const

export function PeopleTabs({ shown }: { shown: (typeof tabs)[number][0] }) {
  const words = useWords().people
  return (
    <Tabs
      label={words.title}
      tabs={tabs.map(([tab, path]) => ({ name: words.tabs[tab], path, isShown: tab === shown }))}
    />
  )
}
