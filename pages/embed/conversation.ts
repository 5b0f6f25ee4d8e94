import {
  type FromPage,
  frameVersion,
  type Hello,
  helloType,
  type PortOffer,
  type Prefill,
  portType,
  type ToPage,
} from "../../domain/contracts/frame.ts"
import { prefersDark, schemeOf } from "./scheme.ts"
import { bookUrl } from "./target.ts"

/**
 * Talks with the page in the frame, over a private port. Only a hello from that frame and from the customer host's origin
 * is answered; other messages on the site's window belong to other scripts.
 *
 * @param greeted is called each time the page has loaded
 */
export function converse(
  frame: HTMLIFrameElement,
  fill: Prefill,
  greeted: () => void,
  heard: (message: FromPage) => void,
): void {
  let port: MessagePort | undefined
  const listening = new AbortController()
  const { signal } = listening
  const isGone = () => {
    if (!frame.isConnected) listening.abort()
    return signal.aborted
  }
  const scheme = () => schemeOf(frame.parentElement!, frame)

  const answer = ({ source, origin, data }: MessageEvent<Hello | null>) => {
    if (isGone() || source !== frame.contentWindow || origin !== bookUrl || data?.type !== helloType) return
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = (event: MessageEvent<FromPage | null>) => event.data && heard(event.data)
    greeted()
    const offer: PortOffer = { type: portType, version: frameVersion, scheme: scheme(), fill }
    frame.contentWindow!.postMessage(offer, bookUrl, [channel.port2])
  }
  const change = () => {
    if (!isGone()) port?.postMessage({ type: "scheme", scheme: scheme() } satisfies ToPage)
  }
  addEventListener("message", answer, { signal })
  prefersDark().addEventListener("change", change, { signal })
}
