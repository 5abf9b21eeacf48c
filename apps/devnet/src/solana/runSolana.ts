import { createSolanaChain } from './chain/chain.js'
import { installTokens } from './chain/tokens.js'
import { type SolanaNetwork, solanaCaipNetworkId, solanaGenesisHash } from './network.js'
import { accountMethods } from './rpc/accountMethods.js'
import { chainMethods, devMethods } from './rpc/chainMethods.js'
import { sendMethods } from './rpc/sending.js'
import { serveSolana } from './rpc/server.js'
import { statusMethods } from './rpc/statusMethods.js'
import { tokenMethods } from './rpc/tokenMethods.js'

export type StartSolanaOptions = {
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** Milliseconds per slot. Default: 400, as on a cluster. */
  readonly slotMs?: number | undefined
}

/** A received call, over HTTP or WebSocket. */
export type SolanaCall = {
  readonly method: string
  readonly params: readonly unknown[]
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type RunningSolana = SolanaNetwork & {
  readonly port: number
  /** Configuration for pages, as plain JSON. */
  readonly network: SolanaNetwork
  /** All calls so far, subscriptions too, oldest first. */
  readonly calls: readonly SolanaCall[]
  readonly forgetCalls: () => void
  /** Advances slots at once: 151 invalidate all blockhashes so far, 32 finalize a transaction. */
  readonly advanceSlots: (count: number) => void
  /**
   * While `true`, no transaction lands: each is retried at every slot, `maxRetries` times or until its blockhash
   * expires.
   */
  readonly holdTransactions: (isHeld: boolean) => void
  /** Closes all connections and stops the chain. May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Runs the chain, its server and its clock. `startSolana` loads this module on demand, because litesvm is large. */
export async function runSolana({ port = 0, slotMs = 400 }: StartSolanaOptions): Promise<RunningSolana> {
  const chain = createSolanaChain()
  installTokens(chain.svm)
  const calls: SolanaCall[] = []
  const served = await serveSolana({
    chain,
    port,
    onCall: (method, params) => void calls.push({ method, params, at: Date.now() }),
    methods: {
      ...chainMethods(chain),
      ...accountMethods(chain),
      ...tokenMethods(chain),
      ...statusMethods(chain),
      ...sendMethods(chain),
      ...devMethods(chain),
    },
  })
  const clock = setInterval(() => chain.advanceSlots(1), slotMs)
  const rpcUrl = served.url
  const wsUrl = rpcUrl.replace('http', 'ws')
  const network: SolanaNetwork = {
    name: 'Local Solana',
    rpcUrl,
    wsUrl,
    caipNetworkId: solanaCaipNetworkId,
    genesisHash: solanaGenesisHash,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  return {
    ...network,
    network,
    port: served.port,
    calls,
    forgetCalls: () => {
      calls.length = 0
    },
    advanceSlots: chain.advanceSlots,
    holdTransactions: chain.hold,
    stop: async () => {
      clearInterval(clock)
      await served.close()
    },
  }
}
