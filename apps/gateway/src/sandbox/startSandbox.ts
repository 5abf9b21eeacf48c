import { createServer } from 'node:http'
import { join } from 'node:path'
import { listen } from '@latchkey/server-kit/http'
import type { Hex } from 'viem'
import { createChainBook } from '../chains/chainBook.js'
import { type GatewayChain, listNodes } from '../chains/config.js'
import { createUpstreamFetch } from '../http/upstream.js'
import { createDeliverer } from './delivery.js'
import { createFileJournal, createMemoryJournal } from './journal.js'
import { createOrderProcessor } from './orders.js'
import { serveSandbox } from './server.js'

export type StartSandboxOptions = {
  /** 0 for a free one. Default: 4175. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** The gateway's secret for this provider: at least 32 characters. */
  readonly secret: string
  /** The gateway's webhook for orders. */
  readonly webhookUrl: string
  /** The chains to deliver on. */
  readonly chains: readonly GatewayChain[]
  /** Funds deliveries on EVM chains. Default: no deliveries there. */
  readonly funderKey?: Hex | undefined
  /** Funds token deliveries on Solana: a 64-byte keypair, base58. Default: no token deliveries there. */
  readonly solanaFunderKey?: string | undefined
  /** Whether Solana networks have a faucet, which SOL deliveries need. */
  readonly hasSolanaAirdrop?: boolean | undefined
  /** Where orders are stored, so that none is delivered twice. Default: in memory. */
  readonly folder?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type RunningSandbox = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> }

/**
 * Starts a test provider for purchases: it accepts test cards only, but delivers real assets on free networks. Pending
 * deliveries of an earlier run are resumed.
 */
export async function startSandbox(options: StartSandboxOptions): Promise<RunningSandbox> {
  const { port = 4175, host = '127.0.0.1', secret, webhookUrl, chains, funderKey, solanaFunderKey, folder } = options
  const { hasSolanaAirdrop = false, now = Date.now, warn = console.error } = options
  const ended = new AbortController()
  const { signal } = ended
  const fetch = createUpstreamFetch([webhookUrl, ...chains.flatMap(listNodes)])
  const journal = folder === undefined ? createMemoryJournal() : await createFileJournal(join(folder, 'orders'))
  const book = createChainBook({ chains, fetch, now, ended: signal })
  const deliver = createDeliverer({ chains: book, journal, funderKey, solanaFunderKey, hasSolanaAirdrop, signal })
  const orders = createOrderProcessor({ journal, deliver, fetch, secret, webhookUrl, now, warn, signal })
  const serve = serveSandbox({ orders, secret, now })
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    void serve(request, response).catch((cause: unknown) => {
      warn(cause)
      response.destroy()
    })
  })
  const { url, port: taken, stop } = await listen(server, { port, host })
  await orders.resume()
  return {
    url,
    port: taken,
    stop: async () => {
      ended.abort()
      await Promise.all([stop(), orders.idle()])
    },
  }
}
