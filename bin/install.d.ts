/** True where the host of this URL takes a connection within some seconds. */
export function answers(url: Pick<URL, "hostname" | "port" | "protocol">): boolean
