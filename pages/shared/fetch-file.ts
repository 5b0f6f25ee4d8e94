import { type ApiRequest, fetchWithin } from "./api.ts"

/** Fetches a file; null when that fails. */
export async function fetchFile(request: ApiRequest): Promise<Blob | null> {
  const file = await fetchWithin(request, (response) =>
    response.ok ? response.blob() : Promise.resolve(null),
  )
  return typeof file === "string" ? null : file
}
