import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainBook, ServedChain } from '../chains/createChainBook.js'
import { NodeRefusal } from '../chains/NodeRefusal.js'
import { chooseWay, type Funds, type SignedWay, type Way } from './chooseWay.js'
import type { Delivery, Journal } from './journal.js'
import { requestAirdrop } from './sendSolana.js'

export type DelivererOptions = Funds & {
  readonly chains: ChainBook
  readonly journal: Journal
  readonly signal: AbortSignal
}

/** Brings an order that is paid to its end, from wherever it stands. Rejects where nobody can tell now: to be tried again. */
export type Deliver = (delivery: Delivery) => Promise<Delivery>

/** Milliseconds between two looks, and until a transaction counts as lost. */
const waits = { look: 250, lost: 120_000 } as const

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
    const way = chain && chooseWay(chain, delivery.order, options)
    if (!chain || !way) return keep({ ...delivery, status: 'failed' })
    const sending = { delivery, keep, signal }
    const sent = await inTurn(() =>
      'sign' in way ? sendSigned(chain, { ...sending, way }) : askFaucet(chain, sending),
    )
    if (sent.status !== 'sending' || sent.hash === undefined) return keep({ ...sent, status: 'failed' })
    const { find }: Way = way
    for (let waited = 0; waited < waits.lost; waited += waits.look) {
      const outcome = await find(chain, sent.hash, signal)
      if (outcome !== undefined) return keep({ ...sent, status: outcome ? 'funded' : 'failed' })
      await sleep(waits.look, undefined, { signal })
    }
    return keep({ ...sent, status: 'failed' })
  }
}

type Sending = { readonly delivery: Delivery; readonly keep: Deliver; readonly signal: AbortSignal }

async function sendSigned(
  chain: ServedChain,
  { delivery, keep, way, signal }: Sending & { readonly way: SignedWay },
): Promise<Delivery> {
  let sent = delivery
  if (sent.raw === undefined) {
    try {
      sent = await keep({ ...delivery, status: 'sending', ...(await way.sign(chain, delivery.order, signal)) })
    } catch (cause) {
      if (cause instanceof NodeRefusal) return { ...delivery, status: 'failed' }
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
    if (cause instanceof NodeRefusal || cause instanceof RangeError) return { ...sending, status: 'failed' }
    throw cause
  }
}
