/** What the browser's tab and a calendar entry call it: the job, then the company. */
export function titleOf(what: string, company: string): string {
  return `${what} · ${company}`
}
