/** The three parts of agents, one step apart. */
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

const tabs = [
  ["channels", "/agents"],
  ["platform", "/agents/platform"],
  ["conversation", "/agents/conversation"],
] as const

export function Tabs({ shown }: { shown: (typeof tabs)[number][0] }) {
  const words = useWords().agents
  const names = { channels: words.channels, platform: words.platform, conversation: words.conversation }
  return (
    <nav class="segments" aria-label={words.title}>
      {tabs.map(([tab, path]) => (
        <a key={tab} class="button" href={hrefOf(path)} aria-current={tab === shown ? "page" : undefined}>
          {names[tab]}
        </a>
      ))}
    </nav>
  )
}
