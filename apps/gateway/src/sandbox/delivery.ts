import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import type { ChainBook, ServedChain } from '../chains/chainBook.js'
import { NodeError } from '../errors.js'
import type { Order } from '../onramp/orders.js'
import { findOutcome, sendRaw, signDelivery } from './evm.js'
import type { Delivery, Journal } from './journal.js'
import { findSolanaOutcome, requestAirdrop, sendSolanaRaw, signTokenDelivery } from './solana.js'

/** The sources of delivered funds. */
type Funds = {
  /** Funds deliveries on EVM chains. */
  readonly funderKey: Hex | undefined
  /** Funds token deliveries on Solana: a 64-byte keypair, base58. */
  readonly solanaFunderKey: string | undefined
  /** Whether Solana networks have a faucet for SOL. */
  readonly hasSolanaAirdrop: boolean
}

/** Delivery method of an order; without `sign`, by a faucet. */
type DeliveryMethod = SignedDelivery | Pick<SignedDelivery, 'find'>

type SignedDelivery = {
  /** Signs the delivery without sending it. Rejects with `NodeError` if it would fail. */
  readonly sign: (
    chain: ServedChain,
    order: Order,
    signal: AbortSignal,
  ) => Promise<{ readonly raw: string; readonly hash: string }>
  /** Sends the transaction. May be repeated. */
  readonly send: (chain: ServedChain, raw: string, signal: AbortSignal) => Promise<void>
  /** Whether the transaction succeeded; undefined while unknown. */
  readonly find: (chain: ServedChain, hash: string, signal: AbortSignal) => Promise<boolean | undefined>
}

/** Chooses how to deliver an order on its network; undefined if it can't be delivered. */
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

/** Completes a paid order from its current state. Rejects if the outcome is unknown for now: retry later. */
export type Deliver = (delivery: Delivery) => Promise<Delivery>

/** Milliseconds between checks, and until a transaction counts as lost. */
const waitTimes = { check: 250, lost: 120_000 } as const

/**
 * Creates a function that delivers each order once. A transaction is journaled before it is sent, and resent unchanged; a faucet
 * request, which can't be resent safely, is not repeated. Deliveries run one after the other because of the account's nonce.
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
  return async (initial) => {
    // continue from an earlier attempt
    const delivery = (await journal.read(initial.order.id)) ?? initial
    if (delivery.status === 'funded' || delivery.status === 'failed') return delivery
    const chain = chains.find(delivery.order.network)
    const way = chain && chooseMethod(chain, delivery.order, options)
    if (!chain || !way) return keep({ ...delivery, status: 'failed' })
    const sending = { delivery, keep, signal }
    const sent = await inTurn(() =>
      'sign' in way ? sendSigned(chain, { ...sending, way }) : requestFromFaucet(chain, sending),
    )
    if (sent.status !== 'sending' || sent.hash === undefined) return keep({ ...sent, status: 'failed' })
    const { find }: DeliveryMethod = way
    for (let waited = 0; waited < waitTimes.lost; waited += waitTimes.check) {
      const outcome = await find(chain, sent.hash, signal)
      if (outcome !== undefined) return keep({ ...sent, status: outcome ? 'funded' : 'failed' })
      await sleep(waitTimes.check, undefined, { signal })
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

async function requestFromFaucet(chain: ServedChain, { delivery, keep, signal }: Sending): Promise<Delivery> {
  // the faucet may have paid: the signature was lost with the process
  if (delivery.status === 'sending') return delivery
  const sending = await keep({ ...delivery, status: 'sending' })
  try {
    return await keep({ ...sending, hash: await requestAirdrop(chain, delivery.order, signal) })
  } catch (cause) {
    if (cause instanceof NodeError || cause instanceof RangeError) return { ...sending, status: 'failed' }
    throw cause
  }
}
