import Script from "next/script"

/** The company's public page inside the site. `embed_origins` of the company has to list this site. */
export default function BookPage() {
  const host = process.env.NEXT_PUBLIC_APPOINTED_BOOK_URL ?? "http://127.0.0.1:3001"
  return (
    <main>
      <h1>Book a visit</h1>
      <Script src={`${host}/embed.js`} strategy="lazyOnload" />
      <div data-embed-page="cedar-home" />
    </main>
  )
}
