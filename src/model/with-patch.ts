/** The record with the fields that were sent. A field that is undefined was not sent, and stays. */
export function withPatch<Record extends object>(
  present: Record,
  patch: { [Field in keyof Record]?: NoInfer<Record[Field]> | undefined },
): Record {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...present, ...Object.fromEntries(sent) }
}
