import { submitSend } from '@latchkey/core/internal'

/** What has the wallet send. Apart from the view: what is sent is looked at first. */
export const submitVerb: { readonly submit: typeof submitSend } = { submit: submitSend }
