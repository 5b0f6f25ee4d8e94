import type { Plugin } from "vite"

export const formInputs: Plugin
