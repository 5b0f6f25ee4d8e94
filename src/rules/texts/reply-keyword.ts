/** What a customer asks for by answering a text with one word. */

export type ReplyKeyword = "stop" | "start" | "help"

/** The carrier's own words, and those in French and Spanish. */
const words: Readonly<Record<ReplyKeyword, readonly string[]>> = {
  stop: [
    ...["STOP", "STOPALL", "STOP ALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "OPT OUT"],
    ...["ARRET", "ARRETER", "DESABONNER", "ALTO", "PARAR"],
  ],
  start: ["START", "UNSTOP", "YES", "OUI", "SI", "INICIAR", "COMMENCER"],
  help: ["HELP", "INFO", "AIDE", "AYUDA"],
}

/** Null for anything else; case, accents and a full stop do not matter. */
export function keywordOf(body: string): ReplyKeyword | null {
  const word = body
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .trim()
    .replace(/[.!]+$/, "")
    .toUpperCase()
  const found = Object.entries(words).find(([, known]) => known.includes(word))
  return (found?.[0] as ReplyKeyword | undefined) ?? null
}
