import type { Network, PluginContext } from '@latchkey/core'
import { RpcChainMismatchError, RpcError, rpcDefaults } from '@latchkey/core/plugin'
import { http } from 'viem'
import { describeValue, parseChainId } from '../encoding.js'
import type { FetchFn } from './fetch.js'

export type RpcCall = { readonly method: string; readonly params?: readonly unknown[] | undefined }

export type EndpointOptions = {
  readonly url: string
  readonly network: Network
  readonly fetchFn: FetchFn
  readonly env: PluginContext['env']
}

/** One node behind one URL. */
export type Endpoint = {
  readonly url: string
  /** Whether the node is on another chain. Such a node isn't asked again. */
  isForeign(): boolean
  /**
   * Throws `RPC_CHAIN_MISMATCH` if the node is on another chain, `INTERNAL_ERROR` if it returns an invalid chain ID, or viem's error.
   */
  request(call: RpcCall, options: { readonly retryCount: number }): Promise<unknown>
  /** The number of the newest block. Checks the chain too, and doesn't retry. */
  readHead(): Promise<number>
}

/** Calls that must not be sent to a node of another chain. */
const writeMethods = ['eth_sendRawTransaction']

/**
 * viem's transport, with its timeout, retries and batches [S9.9], whose replies count only once its chain is verified. [F33]
 */
export function createEndpoint({ url, network, fetchFn, env }: EndpointOptions): Endpoint {
  const { timeout, retryDelay, batchSize } = rpcDefaults
  // viem shares open batches by URL across the page; a fragment, which is never sent, keeps ours apart
  const mark = Array.from(env.random(8), (byte) => byte.toString(16)).join('')
  const request = createTransport({ url: `${url}#${mark}`, fetchFn, timeout, retryDelay, batchSize })
  let chain: 'unknown' | 'right' | 'foreign' = 'unknown'
  let reading: Promise<void> | undefined

  const readChain = async (options: { readonly retryCount: number }): Promise<void> => {
    const reply = await request({ method: 'eth_chainId' }, options)
    const id = parseChainId(reply)
    // a temporary failure of the node, so the next request checks again
    if (id === null) throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `eth_chainId: ${describeValue(reply)}` })
    chain = id === Number(network.id) ? 'right' : 'foreign'
    assertChain()
  }
  const assertChain = (): void => {
    if (chain === 'foreign')
      throw new RpcChainMismatchError({ details: `${toHost(url)} is not on ${network.caipNetworkId}.` })
  }
  /** Checks the chain once; a check that failed is repeated with the next call. */
  const verify = async (options: { readonly retryCount: number }): Promise<void> => {
    if (chain !== 'unknown') return assertChain()
    reading ??= readChain(options).finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    url,
    isForeign: () => chain === 'foreign',
    async request(call, options) {
      if (writeMethods.includes(call.method)) {
        await verify(options)
        return request(call, options)
      }
      // both go into one batch; the reply counts only once the chain is verified
      const reply = request(call, options)
      reply.catch(() => undefined) // reported below
      await verify(options)
      return reply
    },
    async readHead() {
      const once = { retryCount: 0 }
      const head = request({ method: 'eth_blockNumber' }, once)
      head.catch(() => undefined)
      await readChain(once)
      const block = parseBlockNumber(await head)
      if (block === null) throw new RangeError('eth_blockNumber: an unexpected reply.')
      return block
    },
  }
}

/** The host only, as the rest of a URL may include a key. */
function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The endpoint'
}

function parseBlockNumber(reply: unknown): number | null {
  return typeof reply === 'string' && /^0x[\da-f]{1,13}$/i.test(reply) ? Number(reply) : null
}

export type TransportOptions = {
  readonly url: string
  readonly fetchFn: FetchFn
  /** Milliseconds per attempt. */
  readonly timeout: number
  /** Milliseconds before the first retry; doubled for each further one, unless `Retry-After` says otherwise. */
  readonly retryDelay: number
  readonly batchSize: number
}

export type Transport = (call: RpcCall, options: { readonly retryCount: number }) => Promise<unknown>

/** viem's HTTP transport, the only part of viem that reads load. */
function createTransport({ url, batchSize, ...options }: TransportOptions): Transport {
  return http(url, { ...options, batch: { batchSize } })({}).request as Transport
}
