import { listDeliveries } from "../../operations/deliveries/list-deliveries.ts"
import { readDelivery } from "../../operations/deliveries/read-delivery.ts"
import { redeliverDelivery } from "../../operations/deliveries/redeliver-delivery.ts"
import { createWebhookEndpoint } from "../../operations/webhook-endpoints/create-webhook-endpoint.ts"
import { deleteWebhookEndpoint } from "../../operations/webhook-endpoints/delete-webhook-endpoint.ts"
import { listWebhookEndpoints } from "../../operations/webhook-endpoints/list-webhook-endpoints.ts"
import { readWebhookEndpoint } from "../../operations/webhook-endpoints/read-webhook-endpoint.ts"
import { recoverWebhookEndpoint } from "../../operations/webhook-endpoints/recover-webhook-endpoint.ts"
import { rotateWebhookSecret } from "../../operations/webhook-endpoints/rotate-webhook-secret.ts"
import { testWebhookEndpoint } from "../../operations/webhook-endpoints/test-webhook-endpoint.ts"
import { updateWebhookEndpoint } from "../../operations/webhook-endpoints/update-webhook-endpoint.ts"
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
