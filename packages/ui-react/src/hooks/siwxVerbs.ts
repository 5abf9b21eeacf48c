import { signIn, signOut } from '@latchkey/core/controllers'

/** Loaded when one is called. A module of its own: importing all controllers at once would load all of them. */
export const siwxVerbs: { readonly signIn: typeof signIn; readonly signOut: typeof signOut } = { signIn, signOut }
