import { FrameRefusal } from '../FrameRefusal.js'
import type { AskNode } from './node.js'
import type { WalletRequest } from './requests.js'

/** Broadcasts what is to be broadcast, and gives what the app gets. */
export async function finishRequest(
  { method, network, rpcUrl, signal }: WalletRequest,
  { result, ask }: { readonly result: unknown; readonly ask: AskNode },
): Promise<unknown> {
  const chain = network.caipNetworkId
  if (method === 'eth_sendTransaction')
    return ask({ chain, method: 'eth_sendRawTransaction', params: [result], rpcUrl, signal })
  if (method !== 'solana_signAndSendTransaction') return result
  const { transaction, options } = readSigned(result)
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = options
  const chosen = Object.entries({ skipPreflight, preflightCommitment, maxRetries, minContextSlot })
  const settings = Object.fromEntries(chosen.filter(([, value]) => value !== undefined && value !== null))
  const params = [transaction, { encoding: 'base58', ...settings }]
  const signature = await ask({ chain, method: 'sendTransaction', params, rpcUrl, signal })
  return { signature }
}

function readSigned(result: unknown): {
  readonly transaction: string
  readonly options: { readonly [name: string]: unknown }
} {
  const { transaction, options } = (result ?? {}) as { readonly transaction?: unknown; readonly options?: unknown }
  if (typeof transaction !== 'string') throw new FrameRefusal('The vault signed nothing.')
  return { transaction, options: (typeof options === 'object' && options) || {} } as ReturnType<typeof readSigned>
}
