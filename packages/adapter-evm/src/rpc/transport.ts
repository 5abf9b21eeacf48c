import { http } from 'viem'
import type { RpcCall } from '../provider.js'
import type { FetchFn } from './createFetch.js'

export type TransportOptions = {
  readonly url: string
  readonly fetchFn: FetchFn
  /** Milliseconds until a try counts as failed. */
  readonly timeout: number
  /** Milliseconds before the first retry; each further one waits twice as long, or as `Retry-After` says. */
  readonly retryDelay: number
  readonly batchSize: number
}

export type Transport = (call: RpcCall, options: { readonly retryCount: number }) => Promise<unknown>

/** viem's transport over HTTP: deadline, retries and batches are its own. Nothing else of viem is loaded for reads. */
export function createTransport({ url, batchSize, ...options }: TransportOptions): Transport {
  return http(url, { ...options, batch: { batchSize } })({}).request as Transport
}
