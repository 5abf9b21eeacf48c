import type { Hex } from 'viem'
import type { ServedChain } from '../chains/createChainBook.js'
import type { Order } from '../onramp/orders.js'
import { findOutcome, sendRaw, signDelivery } from './sendEvm.js'
import { findSolanaOutcome } from './sendSolana.js'
import { sendSolanaRaw, signTokenDelivery } from './sendSolanaToken.js'

/** Who pays for what was bought. */
export type Funds = {
  /** Pays on EVM chains. */
  readonly funderKey: Hex | undefined
  /** Pays with tokens on Solana: the 64 bytes of a keypair, base58. */
  readonly solanaFunderKey: string | undefined
  /** Whether Solana networks have a faucet, which gives SOL. */
  readonly hasSolanaAirdrop: boolean
}

/** How what was bought is sent; without `sign` by a faucet. */
export type Way = SignedWay | Pick<SignedWay, 'find'>

export type SignedWay = {
  /** A transaction that delivers the order, and its hash; it is not sent. Rejects with `NodeRefusal` where the chain would refuse it. */
  readonly sign: (
    chain: ServedChain,
    order: Order,
    signal: AbortSignal,
  ) => Promise<{ readonly raw: string; readonly hash: string }>
  /** Sends it, however often: a node that has it already is content. */
  readonly send: (chain: ServedChain, raw: string, signal: AbortSignal) => Promise<void>
  /** Whether it went well, or undefined while nobody knows. */
  readonly find: (chain: ServedChain, hash: string, signal: AbortSignal) => Promise<boolean | undefined>
}

/** How an order can be delivered on its network; undefined where it cannot. */
export function chooseWay({ namespace }: ServedChain, { token }: Order, options: Funds): Way | undefined {
  const { funderKey, solanaFunderKey } = options
  if (namespace === 'eip155' && funderKey !== undefined)
    return {
      sign: (chain, order, signal) => signDelivery(chain, { order, key: funderKey, signal }),
      send: sendRaw,
      find: findOutcome,
    }
  if (namespace !== 'solana') return undefined
  if (token === undefined) return options.hasSolanaAirdrop ? { find: findSolanaOutcome } : undefined
  if (solanaFunderKey === undefined) return undefined
  return {
    sign: (chain, order, signal) =>
      signTokenDelivery(chain, { order: { ...order, token }, key: solanaFunderKey, signal }),
    send: sendSolanaRaw,
    find: findSolanaOutcome,
  }
}
