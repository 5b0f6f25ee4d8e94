/** What a configuration for the agent platform has to know of one company and its host. */
export interface Site {
  /** Where the API answers, as `https://api.example.com`. */
  baseUrl: string
  /** The platform's id of the secret whose value is `Bearer sk_…`: the key itself is in no file. */
  secretId: string
  /** As the agent says it. */
  companyName: string
}

/** Stands in the committed files, where nobody's is known. */
export const exampleSite: Site = {
  baseUrl: "https://api.example.com",
  secretId: "SECRET_ID",
  companyName: "[company name]",
}
