import type { Plugin } from "vite"

export const messageFiles: Plugin
