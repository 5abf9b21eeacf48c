import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { createChainBook } from '../chains/chainBook.js'
import type { GatewayChain } from '../chains/config.js'
import { listen } from '../http/listen.js'
import { createUpstreamFetch } from '../http/upstream.js'
import { createDeliverer } from './delivery.js'
import { createFileJournal, createMemoryJournal } from './journal.js'
import { createOrderProcessor } from './orders.js'
import { serveSandbox } from './server.js'

export type StartSandboxOptions = {
  /** 0 for a free one; 4175 unless told. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** The one that the gateway has for this provider: at least 32 characters. */
  readonly secret: string
  /** Where the gateway hears of orders. */
  readonly webhookUrl: string
  /** Where can be delivered. */
  readonly chains: readonly GatewayChain[]
  /** Pays on EVM chains; nothing is delivered there without it. */
  readonly funderKey?: Hex | undefined
  /** Pays with tokens on Solana: the 64 bytes of a keypair, base58. No tokens are delivered there without it. */
  readonly solanaFunderKey?: string | undefined
  /** Whether Solana networks have a faucet; no SOL is delivered there without one. */
  readonly hasSolanaAirdrop?: boolean | undefined
  /** Where orders are kept, so that none is delivered twice; in memory unless told. */
  readonly folder?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type RunningSandbox = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> }

/**
 * A provider to try purchases with: its cards are none, but what was bought is really sent, on networks where that costs nothing.
 * What was under way when it ended goes on.
 */
export async function startSandbox(options: StartSandboxOptions): Promise<RunningSandbox> {
  const { port = 4175, host = '127.0.0.1', secret, webhookUrl, chains, funderKey, solanaFunderKey, folder } = options
  const { hasSolanaAirdrop = false, now = Date.now, warn = console.error } = options
  const ended = new AbortController()
  const { signal } = ended
  const fetch = createUpstreamFetch([webhookUrl, ...chains.map(({ rpcUrl }) => rpcUrl)])
  const journal = folder === undefined ? createMemoryJournal() : await createFileJournal(join(folder, 'orders'))
  const book = createChainBook({ chains, fetch, now, ended: signal })
  const deliver = createDeliverer({ chains: book, journal, funderKey, solanaFunderKey, hasSolanaAirdrop, signal })
  const till = createOrderProcessor({ journal, deliver, fetch, secret, webhookUrl, now, warn, signal })
  const serve = serveSandbox({ till, secret, now })
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    void serve(request, response).catch((cause: unknown) => {
      warn(cause)
      response.destroy()
    })
  })
  const { url, port: taken, stop } = await listen(server, { port, host })
  await till.resume()
  return {
    url,
    port: taken,
    stop: async () => {
      ended.abort()
      await Promise.all([stop(), till.idle()])
    },
  }
}
