/** The company's own settings: its name, page, texts, looks. One screen for each part of the same form. */
import { api } from "../api/client.ts"
import { Empty } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { BrandPreview } from "./brand-preview.tsx"
import type { Group } from "./edit-values.ts"
import { FormView } from "./form-view.tsx"
import { LogoField } from "./logo-field.tsx"
import { MailPreview } from "./mail-preview.tsx"
import { MailSender } from "./mail-sender.tsx"
import { PageAddress } from "./page-address.tsx"
import { SettingsPage } from "./settings-page.tsx"
import { topics } from "./topics.ts"

export default function CompanyScreen({ params, query }: ScreenProps) {
  const { settings: words, shell } = useWords()
  const { company } = useSession()
  const topic = topics.find(({ path }) => path === `/settings/${params.part}`)
  if (!topic)
    return (
      <SettingsPage title={shell.notFound}>
        <Empty icon="search" title={shell.notFound} hint={shell.notFoundHint}>
          <a class="button" href={hrefOf("/settings")}>
            {words.title}
          </a>
        </Empty>
      </SettingsPage>
    )
  return (
    <SettingsPage title={words.topics[topic.name]} here={topic.name}>
      {topic.name === "page" && <PageAddress />}
      <FormView
        key={topic.name}
        form={topic.form}
        {...(topic.sections && { sections: topic.sections })}
        record={company}
        save={(input) => api.updateCompany(input)}
        read={() => api.readCompany()}
        field={query.get("field")}
        below={{
          mail: ({ mail }) => (mail === null ? null : <MailPreview />),
          brand: ({ brand }) => <BrandPreview color={String((brand as Group).values.accent_color)} />,
        }}
      />
      {topic.name === "texts" && <MailSender />}
      {topic.name === "brand" && <LogoField />}
    </SettingsPage>
  )
}
