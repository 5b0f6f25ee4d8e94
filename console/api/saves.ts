/** Saves of one press, over the state that is shown. Throws `Conflict` when somebody else has changed the same meanwhile. */
import { saveOver, type Versioned } from "../saving.ts"
import { api } from "./client.ts"

type Input<Name extends keyof typeof api> = NonNullable<Parameters<(typeof api)[Name]>[0]>
type Changes<Name extends keyof typeof api> = Omit<Input<Name>, "id" | "if_version">
type Shown = Versioned & { id: number }

export const saveCompany = (base: Versioned, changes: Changes<"updateCompany">) =>
  saveOver({
    base,
    changes,
    read: (): Promise<Versioned> => api.readCompany(),
    send: (input) => api.updateCompany(input),
  })

export const saveProvider = (base: Shown, changes: Changes<"updateProvider">) =>
  saveOver({
    base,
    changes,
    read: (): Promise<Shown> => api.readProvider({ id: base.id }),
    send: (input) => api.updateProvider({ id: base.id, ...input }),
  })

export const saveLocationOver = (base: Shown, changes: Changes<"updateLocation">) =>
  saveOver({
    base,
    changes,
    read: (): Promise<Shown> => api.readLocation({ id: base.id }),
    send: (input) => api.updateLocation({ id: base.id, ...input }),
  })

export const saveType = (base: Shown, changes: Changes<"updateAppointmentType">) =>
  saveOver({
    base,
    changes,
    read: (): Promise<Shown> => api.readAppointmentType({ id: base.id }),
    send: (input) => api.updateAppointmentType({ id: base.id, ...input }),
  })

export const saveEndpoint = (base: Shown, changes: Changes<"updateWebhookEndpoint">) =>
  saveOver({
    base,
    changes,
    read: (): Promise<Shown> => api.readWebhookEndpoint({ id: base.id }),
    send: (input) => api.updateWebhookEndpoint({ id: base.id, ...input }),
  })

export const saveUser = (base: Shown, changes: Changes<"updateUser">) =>
  saveOver({
    base,
    changes,
    read: (): Promise<Shown> => api.readUser({ id: base.id }),
    send: (input) => api.updateUser({ id: base.id, ...input }),
  })

export const saveHours = (id: number, base: Versioned, changes: Changes<"replaceProviderHours">) =>
  saveOver({
    base,
    changes,
    read: (): Promise<Versioned> => api.readProviderHours({ id }),
    send: (input) => api.replaceProviderHours({ id, ...input }),
  })
