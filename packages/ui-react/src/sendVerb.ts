import { requestSend } from '@latchkey/core/controllers'

/** Loaded when the app has the visitor send something and wants to hear of it. */
export const sendVerb: { readonly requestSend: typeof requestSend } = { requestSend }
