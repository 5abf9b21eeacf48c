import { pay } from '@latchkey/core/controllers'

/** Loaded when the app asks for its first payment. */
export const payVerb: { readonly pay: typeof pay } = { pay }
