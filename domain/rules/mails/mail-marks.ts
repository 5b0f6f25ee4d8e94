/** The marks in the Message-IDs of our mails and in the UIDs of our invitations, and what a report says of an address. */

/** The address does not exist or takes no mail, by RFC 3463. Other failures may be about the words or the moment. */
export const isAboutAddress = (status: string): boolean => /^5\.(0\.0|1\.[0-36]|1\.10|2\.1)$/.test(status)

/** The ids in a mark, not yet proved; null for one of another form. */
export function readMark(mark: string): { companyId: number; mailId: number } | null {
  const [, companyId, mailId] = /^m\.([1-9]\d{0,15})\.([1-9]\d{0,15})\.[\w-]{22}$/.exec(mark) ?? []
  return mailId === undefined ? null : { companyId: Number(companyId), mailId: Number(mailId) }
}

/** The same of the mark in an invitation's UID. */
export function readUidMark(mark: string): { companyId: number; appointmentId: number } | null {
  const [, companyId, id] = /^a\.([1-9]\d{0,15})\.([1-9]\d{0,15})\.[\w-]{22}$/.exec(mark) ?? []
  return id === undefined ? null : { companyId: Number(companyId), appointmentId: Number(id) }
}
