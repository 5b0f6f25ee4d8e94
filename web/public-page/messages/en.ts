import type { PublicPageMessages } from "./types.ts"

export const messages: PublicPageMessages = {
  bookWith: (company) => `Book with ${company}`,
  chooseWhat: "What would you like to book?",
  findRequests: "I was invited to book",
  nothingOffered: "Nothing can be booked online right now. Please call us.",
  change: "Change",

  whereToCome: "Where should we come?",
  addressUse: "We use your address to show which times are free. We save it only if you book.",
  fields: {
    line1: "Street address",
    line2: "Apartment or suite (optional)",
    city: "City",
    state: "State or province",
    postalCode: "ZIP or postal code",
    phone: "Mobile number",
    firstName: "First name",
    lastName: "Last name",
    email: "Email (optional)",
  },
  country: "Country",
  countries: { US: "United States", CA: "Canada" },
  showTimes: "Show times",
  location: "Location",
  anyLocation: "Any location",
  length: "Length",

  yourNumber: "Your mobile number",
  numberUse: (company) => `${company} texts you a code, so that nobody else can book in your name.`,
  numberForRequests: "We’ll text you a code and find your invitations.",
  numberHint: "US or Canada, such as (512) 555-0123",
  existingOnly: "Online booking is open to existing customers. New here? Please call.",
  sendCode: "Text me a code",
  sendingCode: "Sending…",

  enterCode: "Enter the code",
  codeSent: (phone) => `Sent to ${phone}, valid for 10 minutes. We’ll continue automatically.`,
  codeLabel: "6-digit code",
  goOn: "Continue",
  checkingCode: "Checking…",
  resendIn: (wait) => `No text yet? You can ask for a new code in ${wait}.`,
  resend: "Text me a new code",
  otherNumber: "Use another number",

  yourRequests: "Your invitations",
  noRequests: "There is no open invitation for this number. You can book something else.",
  requestDates: (first, last) =>
    first && last ? `${first} to ${last}` : first ? `From ${first}` : last ? `Until ${last}` : "",
  bookOther: "Book something else",

  almostDone: "Almost done: your name",
  textUpdates: "Text me updates",
  consent: (company) =>
    `${company} texts you about your appointments: confirmations, reminders and changes. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. Not required to book.`,
  onFile: "We come to the address we have on file.",
  emailTaken: "Your email was not saved: it already belongs to another customer.",

  registrationClosed: (company) =>
    `${company} does not have this number yet, and new customers book by phone. One call is enough.`,
  pageClosed: "Online booking is closed",
  pageClosedText: (company) => `Nothing was booked. ${company} is glad to help by phone.`,

  wrong: {
    line1: "Please enter your street and number.",
    city: "Please enter your city.",
    state: "Please enter your state or province.",
    postalCode: "Please enter a ZIP code like 78701, or a postal code like K1A 0B1.",
    phone: "Please enter a US or Canadian number with ten digits.",
    code: "That is not the code we sent. Please check it.",
    firstName: "Please enter your first name.",
    lastName: "Please enter your last name.",
    email: "Please enter an email address like sam@example.com, or leave it empty.",
  },
  failures: {
    code_expired: "Code expired. Please ask for a new one.",
    phone_not_supported: "We cannot text that number. Please use a US or Canadian mobile number, or call us.",
    bot_check_failed: "The automatic check failed. Please try again.",
    bot_check_not_configured: "Online booking does not work at the moment. Please call us.",
    codes_stopped: "No more codes can be texted today. Please call us.",
    texts_unavailable: "We cannot text you a code at the moment. Please call us.",
    visit_expired: "To be safe, please verify your number once more. Your choice is kept.",
    invalid_input: "Something you typed cannot be used. Please check it.",
    no_longer_offered: "That can no longer be booked. Here is what is available.",
    address_on_file: "That time is not available at the address we have on file. These times are.",
    out_of_service_area: "That address is outside the area we visit. Please check it, or call us.",
  },
}
