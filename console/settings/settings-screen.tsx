/** All that can be set up, with a line on each. */
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { SettingsPage } from "./settings-page.tsx"
import { beginnings, linkOf, links } from "./topics.ts"

export default function SettingsScreen() {
  const words = useWords().settings
  return (
    <SettingsPage title={words.title}>
      <Group title={words.begin}>
        {beginnings.map((name) => (
          <RowLink key={name} to={linkOf(name)} {...words.beginnings[name]} />
        ))}
      </Group>
      {Object.entries(links).map(([group, names]) => (
        <Group key={group} title={words.groups[group as keyof typeof links]}>
          {names.map((name) => (
            <RowLink
              key={name}
              to={linkOf(name)}
              name={words.topics[name]}
              about={words.about[name as keyof typeof words.about]}
            />
          ))}
        </Group>
      ))}
    </SettingsPage>
  )
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId()
  return (
    <section aria-labelledby={id} class="settings-group">
      <h2 id={id}>{title}</h2>
      <ul class="card rows">{children}</ul>
    </section>
  )
}

function RowLink({ to, name, about }: { to: string; name: string; about: string }) {
  return (
    <li>
      <a href={hrefOf(to)} class="row-link">
        <strong>{name}</strong>
        <span class="hint">{about}</span>
      </a>
      <Icon name="right" small />
    </li>
  )
}
