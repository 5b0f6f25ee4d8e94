/** The words of a texted code. */
import { codeMinutes } from "../../model/verification.ts"

const words = {
  en: (company: string, code: string) =>
    `${company}: your code is ${code}. It is valid for ${codeMinutes} minutes. Never share it.`,
  fr: (company: string, code: string) =>
    `${company} : votre code est ${code}. Il est valable ${codeMinutes} minutes. Ne le partagez pas.`,
  es: (company: string, code: string) =>
    `${company}: su código es ${code}. Es válido durante ${codeMinutes} minutos. No lo comparta.`,
}

export function codeText(locale: keyof typeof words, company: string, code: string): string {
  return words[locale](company, code)
}
