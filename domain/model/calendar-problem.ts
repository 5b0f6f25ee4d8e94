/** The problems of a connected calendar: a closed list of words, each with its meaning and what to do. */
export const calendarProblems = {
  credentials: {
    says: "The calendar's server does not accept the user name, password or token.",
    mend: "Connect the calendar again with credentials that work. Many servers want an app password.",
  },
  permission: {
    says: "The account may not do that in this calendar.",
    mend: "Give the account the right to read the calendar, and to write into it where `writes` is true.",
  },
  not_found: {
    says: "There is no calendar at this address.",
    mend: "Connect the calendar again with its own address; for caldav that is the calendar's, not the server's.",
  },
  blocked_address: {
    says: "The address is, or leads to, a private or local one.",
    mend: "Use an address of the public internet.",
  },
  dns: { says: "The server's name can't be resolved.", mend: "Check the address for a mistake." },
  tls: {
    says: "The server's certificate is not accepted.",
    mend: "Let the server's owner renew its certificate, or use the name that it is made out to.",
  },
  timeout: { says: "The server did not answer in time.", mend: "Nothing; it is asked again by itself." },
  unreachable: {
    says: "The server can't be reached.",
    mend: "Check that it runs and that its address is right; it is asked again by itself.",
  },
  redirect: {
    says: "The server says that the calendar is elsewhere.",
    mend: "Connect the calendar again with the address that it points to.",
  },
  rate_limited: {
    says: "The server asks us to wait.",
    mend: "Nothing; it is asked again after the time that it named.",
  },
  server_error: { says: "The server answered with an error.", mend: "Nothing; it is asked again by itself." },
  unreadable: {
    says: "What the server sent is not a calendar that can be read.",
    mend: "Open the address in a browser: it must answer with an iCalendar file, not with a page.",
  },
  unclear_events: {
    says: "Some events can't be read as they stand. They are busy at every time that they can mean.",
    mend: "In the calendar, mend the events that are named here, or save them again there.",
  },
  many_unclear_events: {
    says: "More than ten events can't be read as they stand. They are busy at every time that they can mean.",
    mend: "Mend what the lines that are named here have in common: often a time zone that the program names in its own way.",
  },
  clock: {
    says: "The server's clock and ours differ by more than five minutes.",
    mend: "Set this machine's clock by a time server.",
  },
} as const satisfies Record<string, { says: string; mend: string }>

export type CalendarProblem = keyof typeof calendarProblems
export const calendarProblemWords = Object.keys(calendarProblems) as [CalendarProblem, ...CalendarProblem[]]
