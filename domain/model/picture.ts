/** Pictures of what is offered and of who does it, as customers' pages show them. */
import { z } from "zod"

/** The limit of one picture: pages show it in a small box. */
export const mostPictureBytes = 512 * 1_024

export const pictureFormats = "a PNG, JPEG or WebP image"

export const imageUrlView = z.string().nullable().meta({
  description: "Its picture on the customers' host. Null without one, and on a host without booking pages.",
})

/** The address changes with the picture, so that browsers may keep it. */
export const pictureUrl = (hash: string | null, bookUrl: string | null): string | null =>
  hash === null || bookUrl === null ? null : `${bookUrl}/assets/picture/${hash}`
