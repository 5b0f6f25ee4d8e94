import { useLanguage } from "./language.ts"

/** A link that dials the number; a button where calling is the next step. */
export function PhoneLink({ phone, asButton = false }: { phone: string; asButton?: boolean }) {
  const { words } = useLanguage()
  return (
    <a class={asButton ? "button primary" : "phone"} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
      {asButton ? `${words.call} ${shownPhone(phone)}` : shownPhone(phone)}
    </a>
  )
}

/** A North American number as people write it; any other number as it is. */
function shownPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3")
}
