import {
  listDeliveries,
  readDelivery,
  recoverWebhookEndpoint,
  redeliverDelivery,
  testWebhookEndpoint,
} from "../../operations/deliveries.ts"
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  readWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from "../../operations/webhook-endpoints.ts"
import type { Mount } from "../mount.ts"

const one = "/webhook-endpoints/:id"
const delivery = `${one}/deliveries/:deliveryId`

export const webhookEndpointMounts: readonly Mount[] = [
  { method: "GET", path: "/webhook-endpoints", operation: listWebhookEndpoints },
  { method: "POST", path: "/webhook-endpoints", operation: createWebhookEndpoint },
  { method: "GET", path: one, operation: readWebhookEndpoint },
  { method: "PUT", path: one, operation: updateWebhookEndpoint },
  { method: "DELETE", path: one, operation: deleteWebhookEndpoint },
  { method: "POST", path: `${one}/rotate-secret`, operation: rotateWebhookSecret },
  { method: "POST", path: `${one}/test`, operation: testWebhookEndpoint },
  { method: "POST", path: `${one}/recover`, operation: recoverWebhookEndpoint },
  { method: "GET", path: `${one}/deliveries`, operation: listDeliveries },
  { method: "GET", path: delivery, operation: readDelivery },
  { method: "POST", path: `${delivery}/redeliver`, operation: redeliverDelivery },
]
