/** Base URLs of Esplora-style HTTP APIs, by CAIP-2 id, or one for every network that has none of its own. */
export type Esplora = string | { readonly [caipNetworkId: string]: string | undefined }

/** The URL that the app names for a network. */
export function findEsplora(esplora: Esplora | undefined, caipNetworkId: string): string | undefined {
  return typeof esplora === 'object' ? esplora[caipNetworkId] : esplora
}
