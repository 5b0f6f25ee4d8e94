import Link from "next/link"

export default function HomePage() {
  return (
    <main>
      <h1>Cedar Home Services</h1>
      <p>
        <Link href="/book">Book a visit</Link> or go to <Link href="/account">your account</Link>.
      </p>
    </main>
  )
}
