/** What an address is called, and its picture by https. */
export type Identity = { readonly name: string | null; readonly avatar: string | null }
