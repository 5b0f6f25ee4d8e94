/** The addresses by which calendar programs read appointments: one for each provider and each location. */
import { z } from "zod"
import {
  calendarFeedInput,
  calendarFeedView,
  calendarFeedWithUrl,
  feedToken,
  showCalendarFeed,
} from "../../domain/model/calendar-feed.ts"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { refuseNarrowedKey } from "../people/refuse-narrowed-key.ts"
import { adminOnly, found, listOperation, operation } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import * as store from "./feeds.sql.ts"

const common = { noun: "Calendar feeds", roles: adminOnly }

export const createCalendarFeed = operation({
  ...common,
  name: "create_calendar_feed",
  summary: "Make or replace a calendar feed",
  description:
    "An address that Google Calendar, Outlook, Apple's and other calendar programs subscribe to. The address is in this answer only. A " +
    "provider or a location has one: the address that it had before ends. A key that is narrowed makes none, nor does a connected app.",
  refusals: ["forbidden", "not_found"],
  body: calendarFeedInput,
  result: calendarFeedWithUrl,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const { provider_id: providerId = null, location_id: locationId = null, customer } = input
    if (providerId !== null && locationId !== null)
      throw invalid("location_id", "expected either provider_id or location_id, not both")
    if (providerId === null && locationId === null)
      throw invalid("provider_id", "expected a provider_id or a location_id")
    const owner = { providerId, locationId }
    const token = feedToken(context.random.bytes(32))
    return write(context, call, "create_calendar_feed", async (tx) => {
      await refuseNarrowedKey(tx, call, "calendar feed")
      await lockCompany(tx, call.companyId)
      const unknown =
        providerId === null ? notFound("location", "location_id") : notFound("provider", "provider_id")
      found(await store.ownerName(tx, call.companyId, owner), unknown)
      const before = await store.feedOf(tx, call.companyId, owner)
      if (before !== null) await store.deleteCalendarFeed(tx, call.companyId, before)
      const id = await store.insertCalendarFeed(tx, call.companyId, { ...owner, customer, token }, call.now)
      const feed = (await store.findCalendarFeed(tx, call.companyId, id))!
      const url = `${context.baseUrl ?? ""}/feeds/${token}.ics`
      return { result: { ...showCalendarFeed(feed), url }, targetId: id, fields: Object.keys(input) }
    })
  },
})

export const listCalendarFeeds = listOperation({
  ...common,
  name: "list_calendar_feeds",
  summary: "List calendar feeds",
  description:
    "Whose they are, what they say of customers, and when a program last read them; the addresses are not kept.",
  query: z.strictObject(page),
  result: calendarFeedView,
  run: (context, call, asked) =>
    pageById(asked, (span) => store.listCalendarFeeds(context.db, call.companyId, span), showCalendarFeed),
})

export const deleteCalendarFeed = operation({
  ...common,
  name: "delete_calendar_feed",
  summary: "End a calendar feed",
  description:
    "Its address answers as an unknown one at once. Calendar programs keep what they read last until they read again.",
  params: byId,
  result: calendarFeedView,
  async run(context, call, { id }) {
    return write(context, call, "delete_calendar_feed", async (tx) => {
      await lockCompany(tx, call.companyId)
      const feed = found(await store.findCalendarFeed(tx, call.companyId, id), notFound("calendar feed"))
      await store.deleteCalendarFeed(tx, call.companyId, id)
      return { result: showCalendarFeed(feed), targetId: id, fields: ["url"] }
    })
  },
})
