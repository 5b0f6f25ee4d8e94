/** Renders the first screens of the pages from the components that the browser then takes over. */

import type { CompanyView, Locale } from "../../domain/contracts/customer-pages.ts"
import type {
  AssetsOf,
  BookingLinkPage,
  CreateRenderer,
  MessagePage as MessagePageOptions,
  PublicPage,
  WaitingLinkPage,
} from "../../domain/contracts/page-renderer.ts"
import { App as BookingLinkApp } from "../customer/booking-link/app.tsx"
import { bookingLinkClient } from "../customer/booking-link/client.ts"
import { prepareLater as prepareBookingLink } from "../customer/booking-link/later.ts"
import { initialState as initialBookingLink } from "../customer/booking-link/state.ts"
import { bookingLinkWords } from "../customer/booking-link/words.ts"
import { App as PublicPageApp } from "../customer/public-page/app.tsx"
import { publicPageClient } from "../customer/public-page/client.ts"
import { People, prepareLater as preparePublicPage } from "../customer/public-page/later.ts"
import { initialState as initialPublicPage } from "../customer/public-page/state.ts"
import { publicPageWords } from "../customer/public-page/words.ts"
import { App as WaitingLinkApp } from "../customer/waiting-link/app.tsx"
import { waitingLinkClient } from "../customer/waiting-link/client.ts"
import { waitingLinkWords } from "../customer/waiting-link/words.ts"
import { titleOf } from "../shared/formats.ts"
import { conventions, type PageLanguage } from "../shared/language.ts"
import { onlyZone } from "../shared/times/zone-line.tsx"
import { learnClocks } from "../shared/zones.ts"
import { Document, type DocumentProps, FirstScreen, type FirstScreenProps, htmlOf } from "./document.tsx"
import { EmailProof } from "./email-proof.tsx"
import { Face } from "./face.tsx"
import { MessagePage } from "./message-page.tsx"
import { serverMessages } from "./messages.ts"
import { TestGate } from "./test-gate.tsx"
import { Unsubscribe } from "./unsubscribe.tsx"

// Here every part is at hand, so that each first screen is whole.
await Promise.all([prepareBookingLink(), preparePublicPage(), People.prepare()])
const bookingLinkLanguages = await inEveryLocale(bookingLinkWords.load)
const publicPageLanguages = await inEveryLocale(publicPageWords.load)
const waitingLinkLanguages = await inEveryLocale(waitingLinkWords.load)

export const createRenderer: CreateRenderer = (assetsOf) => ({
  bookingLink: (page) => renderBookingLink(page, assetsOf),
  publicPage: (page) => renderPublicPage(page, assetsOf),
  waitingLink: (page) => renderWaitingLink(page, assetsOf),
  message: (page) => renderMessage(page, assetsOf),
  testGate: (page) => htmlOf(<TestGate {...page} assets={assetsOf("booking-link", page.locale)} />),
  emailProof: (page) => htmlOf(<EmailProof {...page} assets={assetsOf("booking-link", page.locale)} />),
  unsubscribe: (page) => htmlOf(<Unsubscribe {...page} assets={assetsOf("booking-link", page.locale)} />),
})

function renderBookingLink({ view, ended, ...rendered }: BookingLinkPage, assetsOf: AssetsOf): string {
  if (!view) return renderEnded(rendered, ended, assetsOf)
  learnClocks(view.clocks)
  const language = inRegion(bookingLinkLanguages[rendered.locale], rendered.region)
  bookingLinkWords.speak(language)
  const { firstWeekday } = language.shared
  const first = initialBookingLink(view, { visitorZone: null, today: null, firstWeekday })
  return htmlOf(
    <Opened
      {...rendered}
      company={view.company}
      title={titleOf(view.appointmentType.name, view.company.name)}
      assets={assetsOf("booking-link", rendered.locale)}
      zone={view.appointmentType.place === "remote" ? null : onlyZone(first, view.appointment)}
      data={view}
    >
      <BookingLinkApp first={first} client={bookingLinkClient("")} firstLanguage={language} />
    </Opened>,
  )
}

function renderPublicPage({ start, ...rendered }: PublicPage, assetsOf: AssetsOf): string {
  const { view, openedAt } = start
  const language = inRegion(publicPageLanguages[rendered.locale], rendered.region)
  publicPageWords.speak(language)
  const { firstWeekday } = language.shared
  return htmlOf(
    <Opened
      {...rendered}
      company={view.company}
      title={language.own.bookWith({ company: view.company.name })}
      assets={assetsOf("public-page", rendered.locale)}
      isPublic={!rendered.isTest}
      takesPrefill
      description={serverMessages[rendered.locale].bookHere({ company: view.company.name })}
      data={start}
    >
      <PublicPageApp
        first={initialPublicPage(view, { visitorZone: null, firstWeekday }, openedAt)}
        client={publicPageClient("")}
        firstLanguage={language}
      />
    </Opened>,
  )
}

function renderWaitingLink({ view, ended, ...rendered }: WaitingLinkPage, assetsOf: AssetsOf): string {
  if (!view) return renderEnded(rendered, ended, assetsOf)
  learnClocks(view.clocks)
  const language = inRegion(waitingLinkLanguages[rendered.locale], rendered.region)
  waitingLinkWords.speak(language)
  return htmlOf(
    <Opened
      {...rendered}
      company={view.company}
      title={titleOf(language.own.title, view.company.name)}
      assets={assetsOf("waiting-link", rendered.locale)}
      data={view}
    >
      <WaitingLinkApp first={view} client={waitingLinkClient("")} firstLanguage={language} />
    </Opened>,
  )
}

interface OpenedProps
  extends Omit<DocumentProps, "accentColor" | "hasScript">,
    Pick<FirstScreenProps, "zone" | "data"> {
  company: CompanyView
  /** The description of a public page; a private link has none. */
  description?: string
}

/** The document of an opening, with the first screen that the page's script takes over. */
function Opened({ company, zone = null, data, children, description, ...document }: OpenedProps) {
  const { locale, nonce, title } = document
  const preview = description ? title : serverMessages[locale].privateLink
  return (
    <Document
      {...document}
      accentColor={company.accentColor}
      face={<Face company={company} title={preview} description={description ?? null} />}
      hasScript
    >
      <FirstScreen locale={locale} nonce={nonce} phone={company.phone} zone={zone} data={data}>
        {children}
      </FirstScreen>
    </Document>
  )
}

/** A link that no longer works, or never did. */
function renderEnded(
  rendered: Omit<MessagePageOptions, "kind">,
  ended: BookingLinkPage["ended"],
  assetsOf: AssetsOf,
): string {
  const company = ended && {
    name: ended.companyName,
    phone: ended.companyPhone,
    accentColor: ended.companyAccentColor,
  }
  return renderMessage({ ...rendered, kind: "ended", ...(company ? { company } : {}) }, assetsOf)
}

function renderMessage(page: MessagePageOptions, assetsOf: AssetsOf): string {
  const { locale } = page
  return htmlOf(
    <MessagePage
      {...page}
      language={bookingLinkLanguages[locale]}
      assets={assetsOf("booking-link", locale)}
    />,
  )
}

/** The same words, with dates and times as the visitor's country writes them. */
function inRegion<Own>({ shared, own }: PageLanguage<Own>, region: string | null): PageLanguage<Own> {
  return { shared: { ...shared, ...conventions(shared.locale, region) }, own }
}

async function inEveryLocale<Value>(
  load: (locale: Locale) => Promise<Value>,
): Promise<Record<Locale, Value>> {
  const [en, fr, es] = await Promise.all([load("en"), load("fr"), load("es")])
  return { en, fr, es }
}
