import { ServerError } from '../errors/services.js'
import { readImageType } from '../utils/bytes.js'
import type { HttpClient } from './http.js'

/** Bytes of an image that are read; the transfer of a larger one is ended. */
const maxBytes = 262_144

/** By what an image is asked for: an id, of a token its symbol, of a currency its code. */
type ImageRequest = { readonly id: string; readonly signal: AbortSignal }

/** [S7.27] */
export function fetchWalletImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/getWalletImage', request)
}

/** Of networks and connectors. [S7.27] */
export function fetchAssetImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/public/getAssetImage', request)
}

/** [S7.27] */
export function fetchTokenImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/public/getTokenImage', request)
}

/** [S7.27] */
export function fetchCurrencyImage(client: HttpClient, request: ImageRequest): Promise<Blob> {
  return fetchImage(client, '/public/getCurrencyImage', request)
}

/**
 * For image elements only, where also an SVG runs no script and asks for nothing. Its type is what its bytes are, not what
 * a header says. Throws `SERVER_ERROR` where it is no image, `RangeError` where it is larger than 256 KiB.
 */
async function fetchImage(client: HttpClient, path: string, { id, signal }: ImageRequest): Promise<Blob> {
  if (/^\.*$/.test(id)) throw new ServerError({ details: `There is no image ${id}.` }) // it would name another path
  const blob = await client.getBlob({ path: `${path}/${encodeURIComponent(id)}`, most: maxBytes, signal })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const type = readImageType(bytes)
  if (!type) throw new ServerError({ details: `What came for the image ${id} is not one.` })
  return new Blob([bytes], { type })
}
