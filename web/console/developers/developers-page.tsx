/** The frame of the developers' screens, with the way to the others. */
import type { ComponentChildren } from "preact"
import { hrefOf } from "../router.ts"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import "../styles/developers.css"

const sections = [
  ["webhooks", "/developers"],
  ["events", "/developers/events"],
  ["keys", "/developers/keys"],
  ["embed", "/developers/embed"],
] as const

interface DevelopersPageProps {
  section: (typeof sections)[number][0]
  /** After the ways to the other screens. */
  tools?: ComponentChildren
  children: ComponentChildren
}

export function DevelopersPage({ section, tools, children }: DevelopersPageProps) {
  const words = useWords().developers
  return (
    <Page title={words.sections[section]} lead={<Sections shown={section} />} tools={tools}>
      {children}
    </Page>
  )
}

function Sections({ shown }: { shown: string }) {
  const words = useWords().developers
  return (
    <nav class="segments" aria-label={words.title}>
      {sections.map(([section, path]) => (
        <a
          key={section}
          class="button"
          href={hrefOf(path)}
          aria-current={section === shown ? "page" : undefined}
        >
          {words.sections[section]}
        </a>
      ))}
    </nav>
  )
}
