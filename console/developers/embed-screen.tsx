/** The lines that put the booking pages into a website, and a check of one that has them. */

import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { Icon } from "../parts/icon.tsx"
import { Segments } from "../parts/segments.tsx"
import { Empty } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useWords, type Words } from "../words/words.ts"
import { DevelopersPage } from "./developers-page.tsx"
import { EmbedCheck, type Shows } from "./embed-check.tsx"

type Form = "inline" | "popup"

export default function EmbedScreen({ query }: ScreenProps) {
  const {
    developers: { embed: words },
    settings,
  } = useWords()
  const { company } = useSession()
  const { public_slug: slug, public_booking_url: url } = company
  const shows: Shows = query.get("shows") === "link" ? "link" : "page"
  const form: Form = query.get("form") === "popup" ? "popup" : "inline"
  return (
    <DevelopersPage section="embed">
      {slug === null || url === null ? (
        <Empty icon="link" title={words.snippet} hint={slug === null ? words.noPage : words.noHost}>
          {slug === null && (
            <a class="button" href={hrefOf("/settings/page?field=public_slug")}>
              {settings.title}
            </a>
          )}
        </Empty>
      ) : (
        <div class="split">
          <div class="stack">
            <SnippetCard bookUrl={url.slice(0, -slug.length - 1)} slug={slug} shows={shows} form={form} />
          </div>
          <div class="stack">
            <EmbedCheck key={shows} shows={shows} address={query.get("url") ?? ""} />
          </div>
        </div>
      )}
    </DevelopersPage>
  )
}

interface Snippet {
  bookUrl: string
  slug: string
  shows: Shows
  form: Form
}

function SnippetCard(props: Snippet) {
  const words = useWords().developers.embed
  const { shows, form } = props
  const snippet = snippetOf(words, props)
  return (
    <section class="card" aria-labelledby="snippet">
      <header>
        <h2 id="snippet">{words.snippet}</h2>
        <CopyButton text={snippet} />
      </header>
      <div class="content stack wide-items">
        <div class="row">
          <Segments
            legend={words.shows}
            choices={[
              ["page", words.page],
              ["link", words.link],
            ]}
            chosen={shows}
            onChoose={(shows) => goWithQuery({ shows }, { replace: true })}
          />
          <Segments
            legend={words.form}
            choices={[
              ["inline", words.inline],
              ["popup", words.popup],
            ]}
            chosen={form}
            onChoose={(form) => goWithQuery({ form }, { replace: true })}
          />
        </div>
        {shows === "link" && (
          <p class="alert">
            <Icon name="warning" />
            <span>{words.linkWarning}</span>
          </p>
        )}
        <Code label={words.snippet} wraps>
          {snippet}
        </Code>
      </div>
    </section>
  )
}

function snippetOf(words: Words["developers"]["embed"], { bookUrl, slug, shows, form }: Snippet): string {
  const link = `${bookUrl}/r/THE-CUSTOMERS-TOKEN`
  const elements = {
    page: {
      inline: `<div data-embed-page="${slug}"><a href="${bookUrl}/${slug}">${words.bookOnline}</a></div>`,
      popup: `<a href="${bookUrl}/${slug}" data-embed-popup="${slug}">${words.bookNow}</a>`,
    },
    link: {
      inline: `<div data-embed-link="${link}"></div>`,
      popup: `<button type="button" data-embed-link-popup="${link}">${words.yourAppointment}</button>`,
    },
  }
  return `<script async src="${bookUrl}/embed.js"></script>\n${elements[shows][form]}`
}
