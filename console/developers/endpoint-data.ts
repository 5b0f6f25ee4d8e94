/** The reads of the webhooks' screens. */
import { type Answer, api, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type Endpoint = Answer<"readWebhookEndpoint">
export type EventType = Row<"listEvents">["type"]
export type Subscription = Endpoint["events"][number]
export type SubscribableType = Delivery["event_type"]
export type Delivery = Row<"listDeliveries">
export type OpenedDelivery = Answer<"readDelivery">
export type Attempt = OpenedDelivery["attempt_log"][number]
export type DeliveryDay = Row<"countDeliveries">
export type DeliveryState = Delivery["status"]

export const eventTypes: readonly EventType[] = [
  "appointment.created",
  "appointment.rescheduled",
  "appointment.cancelled",
  "appointment.reopened",
  "appointment.attendance_changed",
  "appointment.pending",
  "appointment.confirmed",
  "appointment.declined",
  "appointment.on_the_way",
  "appointment.arrived",
  "appointment.completed",
  "appointment.no_show",
  "scheduling_request.expired",
  "callback.requested",
  "customer.created",
  "customer.changed",
  "customer.archived",
  "customer.erased",
  "appointment_type.created",
  "appointment_type.changed",
  "appointment_type.archived",
  "provider.created",
  "provider.changed",
  "provider.archived",
  "hours.changed",
  "waiting_entry.created",
  "waiting_entry.offered",
  "waiting_entry.ended",
  "webhook_endpoint.disabled",
]

/** A test event is sent on request, subscribed to or not. */
export const subscribableTypes: readonly SubscribableType[] = [...eventTypes, "webhook.test"]

export const states: readonly DeliveryState[] = ["pending", "succeeded", "failed", "abandoned"]

export const mostEndpoints = 3

export const allEndpoints = {
  queryKey: ["webhook-endpoints"] as const,
  queryFn: async (): Promise<Endpoint[]> => (await api.listWebhookEndpoints()).data,
}

export const endpointOf = (id: number) => ({
  queryKey: ["webhook-endpoints", id] as const,
  queryFn: () => api.readWebhookEndpoint({ id }),
})

export const daysOf = (id: number) => ({
  queryKey: ["webhook-endpoints", id, "days"] as const,
  queryFn: async (): Promise<DeliveryDay[]> => (await api.countDeliveries({ id })).data,
})

export interface DeliveryFilter {
  status: DeliveryState | null
  event_type: Delivery["event_type"] | null
  from: string | null
  to: string | null
  cursor: string | null
}

/** While a delivery waits, the list is read again soon, since its outcome is near. */
const soonMs = 1_000
const laterMs = 15_000

export const deliveriesOf = (id: number, filter: DeliveryFilter) => ({
  queryKey: ["webhook-endpoints", id, "deliveries", filter] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const { status, event_type, from, to, cursor } = filter
    return api.listDeliveries(
      {
        id,
        limit: 25,
        ...(status !== null && { status }),
        ...(event_type !== null && { event_type }),
        ...(from !== null && { from }),
        ...(to !== null && { to }),
        ...(cursor !== null && { cursor }),
      },
      { signal },
    )
  },
  placeholderData: (before: Answer<"listDeliveries"> | undefined) => before,
  refetchInterval: ({ state }: { state: { data: Answer<"listDeliveries"> | undefined } }) =>
    state.data?.data.some(({ status }) => status === "pending") ? soonMs : laterMs,
})

export const deliveryOf = (id: number, deliveryId: number) => ({
  queryKey: ["webhook-endpoints", id, "delivery", deliveryId] as const,
  queryFn: () => api.readDelivery({ id, deliveryId }),
  refetchInterval: ({ state }: { state: { data: OpenedDelivery | undefined } }) => {
    const status = state.data?.status
    if (status === "pending") return soonMs
    return status === "failed" ? laterMs : false
  },
})

/** After a write: endpoints, their logs and their counts are read anew. */
export const readEndpointsAgain = (): Promise<void> =>
  queries.invalidateQueries({ queryKey: ["webhook-endpoints"] })

const secrets = new Map<number, string>()

/** Keeps a secret that was shown in this tab, for checks of signatures. A reload forgets it. */
export const keepSecret = (endpointId: number, secret: string): void => {
  secrets.set(endpointId, secret)
}
export const knownSecret = (endpointId: number): string => secrets.get(endpointId) ?? ""

export type Health = "well" | "failing" | "off" | "gone" | "failed"

export function healthOf({ enabled, disabled_reason, failing_since }: Endpoint): Health {
  if (disabled_reason !== null) return disabled_reason === "gone" ? "gone" : "failed"
  if (!enabled) return "off"
  return failing_since === null ? "well" : "failing"
}
