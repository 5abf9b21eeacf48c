import { registerAccountName } from '@latchkey/core/controllers'

/** What has the account sign for its name. Apart from the view: names are looked for before one is taken. */
export const registerVerb: { readonly register: typeof registerAccountName } = { register: registerAccountName }
