/** How an operation is called by curl and by the SDK, for readers of the document. */
import type { Sampled } from "./called.ts"
import { curlSample } from "./curl.ts"
import { sdkSample } from "./sdk.ts"

/** As `x-codeSamples`, which several viewers show. */
export interface CodeSample {
  lang: "Shell" | "JavaScript"
  label: "curl" | "SDK"
  source: string
}

/** `find` gives the operations that its steps call. */
export function codeSamples(sampled: Sampled, find: (operationId: string) => Sampled): CodeSample[] {
  return [
    { lang: "Shell", label: "curl", source: curlSample(sampled, find) },
    { lang: "JavaScript", label: "SDK", source: sdkSample(sampled, find) },
  ]
}
