/** The routes of events, outreach, texts, webhooks and test companies: what other programs follow and send. */

import { checkEmbedding } from "../../company/embedding.ts"
import { listConsents, listOptOuts } from "../../customers/opt-outs.ts"
import { listMails, previewMail, readMail } from "../../messages/mail-log.ts"
import { archivePlan, createPlan, listPlans, readPlan, updatePlan } from "../../messages/outreach-plans.ts"
import { previewPlan } from "../../messages/outreach-preview.ts"
import { listRuns, previewRun, readRun, startRun, stopRun } from "../../messages/outreach-runs.ts"
import { listTexts, readText } from "../../messages/text-log.ts"
import { advanceTestClock, freezeTestClock, readTestClock, runTestClock } from "../../test-companies/clock.ts"
import { createTestCompany } from "../../test-companies/create-test-company.ts"
import { deleteTestCompany } from "../../test-companies/delete-test-company.ts"
import { listTestCompanies } from "../../test-companies/list-test-companies.ts"
import { readTestOutbox } from "../../test-companies/outbox.ts"
import { resetTestCompany } from "../../test-companies/reset-test-company.ts"
import { countDeliveries } from "../../webhooks/count-deliveries.ts"
import {
  listAllDeliveries,
  listDeliveries,
  readDelivery,
  recoverWebhookEndpoint,
  redeliverDelivery,
  testWebhookEndpoint,
} from "../../webhooks/deliveries.ts"
import { listEvents, readEvent, streamEvents } from "../../webhooks/read-events.ts"
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  readWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from "../../webhooks/webhook-endpoints.ts"
import type { Mount } from "../http/mount.ts"

const outreach = "/scheduling-requests/:id/outreach"
const endpoint = "/webhook-endpoints/:id"
const delivery = `${endpoint}/deliveries/:deliveryId`

export const integrationMounts: readonly Mount[] = [
  { method: "GET", path: "/events", operation: listEvents },
  { method: "GET", path: "/events/:id", operation: readEvent },
  { method: "GET", path: "/events/stream", operation: streamEvents, isStream: true },

  { method: "GET", path: "/outreach-plans", operation: listPlans },
  { method: "POST", path: "/outreach-plans", operation: createPlan },
  { method: "POST", path: "/outreach-plans/preview", operation: previewPlan },
  { method: "GET", path: "/outreach-plans/:id", operation: readPlan },
  { method: "PUT", path: "/outreach-plans/:id", operation: updatePlan },
  { method: "DELETE", path: "/outreach-plans/:id", operation: archivePlan },
  { method: "GET", path: "/outreach-runs", operation: listRuns },
  { method: "GET", path: outreach, operation: readRun },
  { method: "POST", path: outreach, operation: startRun },
  { method: "POST", path: `${outreach}/preview`, operation: previewRun },
  { method: "POST", path: `${outreach}/stop`, operation: stopRun },

  { method: "GET", path: "/texts", operation: listTexts },
  { method: "GET", path: "/texts/:id", operation: readText },
  { method: "GET", path: "/mails", operation: listMails },
  { method: "GET", path: "/mails/:id", operation: readMail },
  { method: "POST", path: "/mails/preview", operation: previewMail },
  { method: "GET", path: "/opt-outs", operation: listOptOuts },
  { method: "GET", path: "/consents", operation: listConsents },

  { method: "GET", path: "/webhook-endpoints", operation: listWebhookEndpoints },
  { method: "POST", path: "/webhook-endpoints", operation: createWebhookEndpoint },
  { method: "GET", path: endpoint, operation: readWebhookEndpoint },
  { method: "PUT", path: endpoint, operation: updateWebhookEndpoint },
  { method: "DELETE", path: endpoint, operation: deleteWebhookEndpoint },
  { method: "POST", path: `${endpoint}/rotate-secret`, operation: rotateWebhookSecret },
  { method: "POST", path: `${endpoint}/test`, operation: testWebhookEndpoint },
  { method: "POST", path: `${endpoint}/recover`, operation: recoverWebhookEndpoint },
  { method: "GET", path: "/webhook-deliveries", operation: listAllDeliveries },
  { method: "GET", path: `${endpoint}/deliveries`, operation: listDeliveries },
  { method: "GET", path: `${endpoint}/delivery-days`, operation: countDeliveries },
  { method: "GET", path: delivery, operation: readDelivery },
  { method: "POST", path: `${delivery}/redeliver`, operation: redeliverDelivery },

  { method: "POST", path: "/embedding/check", operation: checkEmbedding },

  { method: "POST", path: "/test-company", operation: createTestCompany },
  { method: "GET", path: "/test-companies", operation: listTestCompanies },
  { method: "POST", path: "/test-companies/:id/reset", operation: resetTestCompany },
  { method: "DELETE", path: "/test-companies/:id", operation: deleteTestCompany },
  { method: "GET", path: "/test-clock", operation: readTestClock },
  { method: "POST", path: "/test-clock/advance", operation: advanceTestClock },
  { method: "POST", path: "/test-clock/freeze", operation: freezeTestClock },
  { method: "POST", path: "/test-clock/run", operation: runTestClock },
  { method: "GET", path: "/test-outbox", operation: readTestOutbox },
]
