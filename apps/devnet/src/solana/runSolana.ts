import { createSolanaChain } from './chain/createSolanaChain.js'
import { installTokens } from './chain/installTokens.js'
import { accountMethods } from './rpc/accountMethods.js'
import { chainMethods } from './rpc/chainMethods.js'
import { devMethods } from './rpc/devMethods.js'
import { sendMethods } from './rpc/sendMethods.js'
import { serveSolana } from './rpc/serveSolana.js'
import { statusMethods } from './rpc/statusMethods.js'
import { tokenMethods } from './rpc/tokenMethods.js'
import type { RunningSolana, SolanaCall, StartSolanaOptions } from './runningSolana.js'
import { type SolanaNetwork, solanaCaipNetworkId, solanaGenesisHash } from './solanaNetwork.js'

/** The chain, its server and its clock; heavy, so that `startSolana` loads it when it is called. */
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
    name: 'Latchkey Local Solana',
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
