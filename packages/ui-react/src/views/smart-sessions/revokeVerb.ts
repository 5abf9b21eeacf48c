import { endSmartSession } from '@latchkey/core/controllers'

/** What takes a permission back. Apart from the view: most are only looked at. */
export const revokeVerb: { readonly revoke: typeof endSmartSession } = { revoke: endSmartSession }
