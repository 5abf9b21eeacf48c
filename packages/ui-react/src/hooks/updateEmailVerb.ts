import { updateEmail } from '@latchkey/core/controllers'

/** Loaded when it is called. A module of its own: importing all controllers at once would load all of them. */
export const updateEmailVerb: typeof updateEmail = updateEmail
