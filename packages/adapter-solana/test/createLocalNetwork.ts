import type { Network } from '@latchkey/core'
import { toNetwork } from '../src/networks.js'

/** The devnet's chain as a network with these RPC URLs. */
export function createLocalNetwork(...urls: readonly string[]): Network {
  return toNetwork({
    // CAIP-30: the start of its genesis hash
    id: '8pbtBGY8JMtfjg3bnkCSiFzTxvWDuQg8',
    name: 'Solana Local',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: urls } },
  })
}
