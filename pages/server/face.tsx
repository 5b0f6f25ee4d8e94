/** A page's face outside of itself: its icon in tabs, and the preview of its address in messages. */
import type { CompanyView } from "../../domain/contracts/customer-pages.ts"
import { brandPalette } from "../../ui/color.ts"
import { isNamedByLogo } from "../shared/company.tsx"

interface FaceProps {
  company: CompanyView
  /** The preview's title. A private link says no more than that it is one. */
  title: string
  /** Null for a private link. */
  description: string | null
}

export function Face({ company, title, description }: FaceProps) {
  const { name, logo, pageUrl } = company
  return (
    <>
      <link rel="icon" href={logo && !isNamedByLogo(company) ? logo.url : initialIcon(company)} />
      {description && <meta name="description" content={description} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {description && pageUrl && <meta property="og:url" content={pageUrl} />}
      {logo && <meta property="og:image" content={logo.url} />}
    </>
  )
}

/** The company's initial on its colour. A logo much wider than high can't be read at this size. */
function initialIcon({ name, accentColor }: CompanyView): string {
  const { fill, ink } = brandPalette(accentColor).light
  const initial = [...name][0]?.toUpperCase() ?? ""
  const letter = `&#${initial.codePointAt(0) ?? 32};`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${fill}"/>` +
    `<text x="32" y="45" text-anchor="middle" font-family="system-ui,sans-serif" font-size="38" font-weight="600" fill="${ink}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
