import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import type { ChainBook, ServedChain } from '../chains/chainBook.js'
import { NodeError } from '../errors.js'
import type { Order } from '../onramp/orders.js'
import { findOutcome, sendRaw, signDelivery } from './evm.js'
import type { Delivery, Journal } from './journal.js'
import { findSolanaOutcome, requestAirdrop, sendSolanaRaw, signTokenDelivery } from './solana.js'

/** Who pays for what was bought. */
type Funds = {
  /** Pays on EVM chains. */
  readonly funderKey: Hex | undefined
  /** Pays with tokens on Solana: the 64 bytes of a keypair, base58. */
  readonly solanaFunderKey: string | undefined
  /** Whether Solana networks have a faucet, which gives SOL. */
  readonly hasSolanaAirdrop: boolean
}

/** How what was bought is sent; without `sign` by a faucet. */
type DeliveryMethod = SignedDelivery | Pick<SignedDelivery, 'find'>

type SignedDelivery = {
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
function chooseMethod({ namespace }: ServedChain, { token }: Order, options: Funds): DeliveryMethod | undefined {
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

type DelivererOptions = Funds & {
  readonly chains: ChainBook
  readonly journal: Journal
  readonly signal: AbortSignal
}

/** Brings an order that is paid to its end, from wherever it stands. Rejects where nobody can tell now: to be tried again. */
export type Deliver = (delivery: Delivery) => Promise<Delivery>

/** Milliseconds between two looks, and until a transaction counts as lost. */
const waitTimes = { look: 250, lost: 120_000 } as const

/**
 * Delivers each order once: what is sent is written down before, and sent again as it was; what cannot be sent again (a faucet's
 * gift) is not sent again. One after the other, as transactions of one account are numbered.
 */
export function createDeliverer(options: DelivererOptions): Deliver {
  const { chains, journal, signal } = options
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <value>(work: () => Promise<value>): Promise<value> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  const keep = async (delivery: Delivery): Promise<Delivery> => {
    await journal.write(delivery)
    return delivery
  }
  return async (begun) => {
    // as far as an attempt before has come
    const delivery = (await journal.read(begun.order.id)) ?? begun
    if (delivery.status === 'funded' || delivery.status === 'failed') return delivery
    const chain = chains.find(delivery.order.network)
    const way = chain && chooseMethod(chain, delivery.order, options)
    if (!chain || !way) return keep({ ...delivery, status: 'failed' })
    const sending = { delivery, keep, signal }
    const sent = await inTurn(() =>
      'sign' in way ? sendSigned(chain, { ...sending, way }) : askFaucet(chain, sending),
    )
    if (sent.status !== 'sending' || sent.hash === undefined) return keep({ ...sent, status: 'failed' })
    const { find }: DeliveryMethod = way
    for (let waited = 0; waited < waitTimes.lost; waited += waitTimes.look) {
      const outcome = await find(chain, sent.hash, signal)
      if (outcome !== undefined) return keep({ ...sent, status: outcome ? 'funded' : 'failed' })
      await sleep(waitTimes.look, undefined, { signal })
    }
    return keep({ ...sent, status: 'failed' })
  }
}

type Sending = { readonly delivery: Delivery; readonly keep: Deliver; readonly signal: AbortSignal }

async function sendSigned(
  chain: ServedChain,
  { delivery, keep, way, signal }: Sending & { readonly way: SignedDelivery },
): Promise<Delivery> {
  let sent = delivery
  if (sent.raw === undefined) {
    try {
      sent = await keep({ ...delivery, status: 'sending', ...(await way.sign(chain, delivery.order, signal)) })
    } catch (cause) {
      if (cause instanceof NodeError) return { ...delivery, status: 'failed' }
      throw cause
    }
  }
  if (sent.raw !== undefined) await way.send(chain, sent.raw, signal)
  return sent
}

async function askFaucet(chain: ServedChain, { delivery, keep, signal }: Sending): Promise<Delivery> {
  // it may have been given: then the signature was lost with the process
  if (delivery.status === 'sending') return delivery
  const sending = await keep({ ...delivery, status: 'sending' })
  try {
    return await keep({ ...sending, hash: await requestAirdrop(chain, delivery.order, signal) })
  } catch (cause) {
    if (cause instanceof NodeError || cause instanceof RangeError) return { ...sending, status: 'failed' }
    throw cause
  }
}
