import { useLanguage } from "./language.ts"
import { shownPhone, telHref } from "./phone.ts"

/** A number that dials itself; as a button where calling is the way on. */
export function PhoneLink({ phone, asButton = false }: { phone: string; asButton?: boolean }) {
  const { words } = useLanguage()
  return (
    <a class={asButton ? "button primary" : "phone"} href={telHref(phone)}>
      {asButton ? `${words.call} ${shownPhone(phone)}` : shownPhone(phone)}
    </a>
  )
}
