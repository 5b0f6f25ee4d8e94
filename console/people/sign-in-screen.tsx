/** How the company's people sign in: at the company's own account, with a second factor, and for how long. */
import type { ComponentChildren } from "preact"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { AdminSessionsForm } from "./admin-sessions-form.tsx"
import { FactorForm } from "./factor-form.tsx"
import { PeopleTabs } from "./people-tabs.tsx"
import { ProviderForm } from "./provider-form.tsx"

export default function SignInScreen() {
  const { people: words, you } = useWords()
  return (
    <Page title={words.title} lead={<PeopleTabs shown="signIn" />}>
      <div class="cards">
        <Card id="provider" title={words.provider}>
          <ProviderForm />
        </Card>
        <Card id="factor" title={you.secondFactor}>
          <FactorForm />
        </Card>
        <Card id="admin-sessions" title={words.adminSessions}>
          <AdminSessionsForm />
        </Card>
      </div>
    </Page>
  )
}

function Card({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div class="content stack">{children}</div>
    </section>
  )
}
