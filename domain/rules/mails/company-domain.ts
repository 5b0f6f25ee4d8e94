/** The domains that can be a company's own: none that a registry sells names under, and none of a public mail provider. */
import { parse } from "tldts-icann"

/** Everybody can have an address in them. By their registrable domain. */
const providers = new Set(
  `126.com 139.com 163.com aliyun.com aol.com att.net bell.net bellsouth.net bigpond.com bluewin.ch bol.com.br btinternet.com btopenworld.com
  charter.net comcast.net cox.net daum.net duck.com earthlink.net fastmail.com fastmail.fm free.fr freenet.de frontier.com hanmail.net
  hey.com hushmail.com icloud.com ig.com.br inbox.com juno.com laposte.net libero.it live.be live.ca live.co.uk live.com live.com.au
  live.com.mx live.fr live.it live.nl mac.com mail.com mail.ru mailbox.org mailfence.com mailinator.com me.com mozmail.com msn.com naver.com
  neuf.fr nate.com netzero.net numericable.fr optonline.net optusnet.com.au orange.fr passport.com pm.me posteo.de posteo.net appleid.com
  prodigy.net.mx proton.me protonmail.ch protonmail.com qq.com rediffmail.com rocketmail.com rogers.com runbox.com sbcglobal.net sfr.fr shaw.ca
  sina.com sky.com skynet.be startmail.com sympatico.ca t-online.de talktalk.net telenet.be telus.net terra.com.br tiscali.it tuta.com tuta.io
  tutamail.com tutanota.com uol.com.br verizon.net videotron.ca virgilio.it virginmedia.com wanadoo.fr web.de windstream.net xtra.co.nz
  yeah.net ymail.com zoho.com zohomail.com`.split(/\s+/),
)

/** Providers that have their name under most endings, as yahoo.co.uk. */
const everywhere = new Set([
  "gmail",
  "gmx",
  "googlemail",
  "hotmail",
  "outlook",
  "protonmail",
  "yahoo",
  "yandex",
])

export type NotOwn = "address" | "suffix" | "provider"

/** Null for a domain that a company may claim. A name under an ending that no registry has is one: hosts' own networks have them. */
export function whyNotOwn(domain: string): NotOwn | null {
  const { isIp, domain: registrable, domainWithoutSuffix } = parse(domain)
  if (isIp || /^\d+$/.test(domain.slice(domain.lastIndexOf(".") + 1))) return "address"
  if (registrable === null || domainWithoutSuffix === null) return "suffix"
  if (providers.has(registrable) || everywhere.has(domainWithoutSuffix)) return "provider"
  return null
}
