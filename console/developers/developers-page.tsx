/** The frame of the developers' screens, with the way to the others. */
import type { ComponentChildren } from "preact"
import { Tabs } from "../parts/tabs.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import "../styles/developers.css"

const sections = [
  ["webhooks", "/developers"],
  ["events", "/developers/events"],
  ["keys", "/developers/keys"],
  ["testCompanies", "/developers/test-companies"],
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
    <Tabs
      label={words.title}
      tabs={sections.map(([section, path]) => ({
        name: words.sections[section],
        path,
        isShown: section === shown,
      }))}
    />
  )
}
