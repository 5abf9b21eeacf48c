import type { Network, PluginContext } from '@latchkey/core'
import { RpcChainMismatchError, rpcDefaults } from '@latchkey/core/plugin'
import { http } from 'viem'
import { parseChainId } from '../encoding.js'
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
  /** Whether the node turned out to be on another chain: it is not asked again then. */
  isForeign(): boolean
  /** Throws `RPC_CHAIN_MISMATCH` where the node is on another chain, or what viem reports. */
  request(call: RpcCall, options: { readonly retryCount: number }): Promise<unknown>
  /** The number of the newest block, asked once without another try, together with the chain. */
  readHead(): Promise<number>
}

/** Calls that a node of another chain must not even see. */
const writes = ['eth_sendRawTransaction']

/** viem's transport with its deadline, retries and batches [S9.9], asked for its chain before its word counts. [F33] */
export function createEndpoint({ url, network, fetchFn, env }: EndpointOptions): Endpoint {
  const { timeout, retryDelay, batchSize } = rpcDefaults
  // viem keeps open batches per URL for the whole page; a mark that is never sent keeps ours to ourselves
  const mark = Array.from(env.random(8), (byte) => byte.toString(16)).join('')
  const request = createTransport({ url: `${url}#${mark}`, fetchFn, timeout, retryDelay, batchSize })
  let chain: 'unknown' | 'right' | 'foreign' = 'unknown'
  let reading: Promise<void> | undefined

  const readChain = async (options: { readonly retryCount: number }): Promise<void> => {
    const reply = await request({ method: 'eth_chainId' }, options)
    chain = parseChainId(reply) === Number(network.id) ? 'right' : 'foreign'
    assertChain()
  }
  const assertChain = (): void => {
    if (chain === 'foreign')
      throw new RpcChainMismatchError({ details: `${toHost(url)} is not on ${network.caipNetworkId}.` })
  }
  /** Asks once; a node that was silent is asked again. */
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
      if (writes.includes(call.method)) {
        await verify(options)
        return request(call, options)
      }
      // in one batch; the answer counts only once the chain is known
      const reply = request(call, options)
      reply.catch(() => undefined) // told below
      await verify(options)
      return reply
    },
    async readHead() {
      const once = { retryCount: 0 }
      const head = request({ method: 'eth_blockNumber' }, once)
      head.catch(() => undefined)
      await readChain(once)
      const block = parseBlockNumber(await head)
      if (block === null) throw new RangeError('eth_blockNumber was answered with something else.')
      return block
    },
  }
}

/** The rest of a URL may hold a key. */
function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The endpoint'
}

function parseBlockNumber(reply: unknown): number | null {
  return typeof reply === 'string' && /^0x[\da-f]{1,13}$/i.test(reply) ? Number(reply) : null
}

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
