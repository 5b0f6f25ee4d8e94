/** The namespaces of what CalDAV servers are asked and answer. */

export const davSpace = "DAV:"
export const caldavSpace = "urn:ietf:params:xml:ns:caldav"
export const calendarServerSpace = "http://calendarserver.org/ns/"
