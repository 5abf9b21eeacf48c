import { ServerError } from '../errors/services.js'
import { readImageType } from '../utils/bytes.js'
import type { HttpClient } from './http.js'

/** Maximum size of an image; larger transfers are canceled. */
const maxBytes = 262_144

/** `id`: the image id; for tokens the symbol, for currencies the code. */
type ImageRequest = { readonly id: string; readonly signal: AbortSignal }

/** Fetches the image of a wallet. [S7.27] */
export function fetchWalletImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/getWalletImage', request)
}

/** Fetches the image of a network or connector. [S7.27] */
export function fetchAssetImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/public/getAssetImage', request)
}

/** Fetches the image of a token. [S7.27] */
export function fetchTokenImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/public/getTokenImage', request)
}

/** Fetches the image of a currency. [S7.27] */
export function fetchCurrencyImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/public/getCurrencyImage', request)
}

/**
 * Fetches an image, for image elements only, in which SVGs run no scripts and load nothing. Its type is determined from
 * its bytes, not from the header. Throws `SERVER_ERROR` if it isn't an image, `RangeError` if it is larger than 256
 * KiB.
 */
async function fetchImage(client: HttpClient, path: string, { id, signal }: ImageRequest): Promise<Blob> {
  if (/^\.*$/.test(id)) throw new ServerError({ details: `No image ${id}.` }) // dots would change the path
  const blob = await client.getBlob({ path: `${path}/${encodeURIComponent(id)}`, maxBytes, signal })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const type = readImageType(bytes)
  if (!type) throw new ServerError({ details: `The response for image ${id} is not an image.` })
  return new Blob([bytes], { type })
}
