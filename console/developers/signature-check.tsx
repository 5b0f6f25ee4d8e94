/**
 * Computes an attempt's signature in the browser, step by step, and says whether the secret at hand is the one that it was
 * signed with. The secret stays in this tab.
 */
import { useEffect, useState } from "preact/hooks"
import { signWebhook } from "../../sdk/src/index.ts"
import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { type Attempt, keepSecret, knownSecret } from "./endpoint-data.ts"

interface SignatureCheckProps {
  endpointId: number
  headers: NonNullable<Attempt["request_headers"]>
  /** As it was sent. */
  body: string
}

export function SignatureCheck({ endpointId, headers, body }: SignatureCheckProps) {
  const words = useWords().developers.delivery
  const [secret, setSecret] = useState(knownSecret(endpointId))
  const [computed, setComputed] = useState<string | null>(null)
  const bytes = keyBytes(secret)
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": sent } = headers
  useEffect(() => {
    setComputed(null)
    if (bytes === null || !canSign) return
    let isOld = false
    signWebhook(body, { id, secret: secret.trim(), now: Number(timestamp) * 1_000 }).then((signed) => {
      if (isOld) return
      setComputed(signed["webhook-signature"])
      if (signed["webhook-signature"] === sent) keepSecret(endpointId, secret)
    })
    return () => {
      isOld = true
    }
  }, [secret, body, timestamp])
  const isRight = computed === sent
  const text = `${id}.${timestamp}.${body}`
  return (
    <section>
      <div class="row spread">
        <h3>{words.signature}</h3>
        {computed !== null && (
          <span class={isRight ? "tag ok" : "tag bad"} role="status">
            <Icon name={isRight ? "check" : "warning"} small /> {isRight ? words.right : words.wrong}
          </span>
        )}
      </div>
      <details open={secret !== ""}>
        <summary>{words.check}</summary>
        {!canSign ? (
          <p class="hint">{words.noCrypto}</p>
        ) : (
          <div class="stack wide-items">
            <TextField
              label={words.secret}
              hint={words.secretHint}
              autocomplete="off"
              value={secret}
              onInput={setSecret}
              error={secret !== "" && bytes === null ? words.badSecret : null}
            />
            {computed !== null && !isRight && <p class="alert bad">{words.wrongTodo}</p>}
            <ol class="check-steps">
              <li>{words.stepKey({ bytes: bytes ?? 32 })}</li>
              <li>
                {words.stepText}{" "}
                <CopyButton plain text={text}>
                  {words.copyText}
                </CopyButton>
                <Code label={words.stepText}>{shortened(text)}</Code>
              </li>
              <li>
                {words.stepDigest}
                {computed !== null && <Code label={words.stepDigest}>{computed}</Code>}
              </li>
              <li>
                {words.stepCompare}
                <Code label={words.stepCompare}>{sent}</Code>
              </li>
            </ol>
          </div>
        )}
      </details>
    </section>
  )
}

/** Browsers offer Web Crypto only on https and on localhost. */
const canSign = globalThis.crypto?.subtle !== undefined

/** How many bytes the secret is the base64 of; null when it is no secret. */
function keyBytes(secret: string): number | null {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim())?.[1]
  try {
    return base64 === undefined ? null : atob(base64).length
  } catch {
    return null
  }
}

const shortened = (text: string) => (text.length > 160 ? `${text.slice(0, 120)}… ${text.slice(-24)}` : text)
