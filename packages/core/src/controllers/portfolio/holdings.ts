import type { Network } from '../../contracts/network.js'
import { readCached, storeCached } from '../../modal/cached.js'
import { getLiveConnections } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { fetchHoldings, toHoldings } from '../../service/blockchain/balances.js'
import { isChainServed } from '../../service/blockchain/client.js'
import type { Holdings, TokenBalance } from '../../service/blockchain/types.js'
import { toFixedDecimals } from '../../utils/amounts.js'
import { type CaipNetworkId, parseCaipNetworkId } from '../../utils/caip.js'
import {
  type HoldingsRead,
  type KnownHoldings,
  type Portfolio,
  portfolioLimits,
  type ReadAmount,
  zeroBalance,
} from './state.js'

export type ReadHoldingsRequest = {
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** Asks again although the last answer is still fresh; joins one who asks so already. */
  readonly force?: boolean | undefined
}

/**
 * What an address holds on one network, from the service: asked once for all who want it, kept for 30 s [S7.12, S9.2],
 * also between visits [S3.23]. A failure is not kept. Ends with the modal; throws as `callBlockchain` does.
 */
export function readHoldings(modal: Modal, request: ReadHoldingsRequest): Promise<KnownHoldings> {
  const { address, caipNetworkId, force = false } = request
  const inner = modal[internals]
  inner.holdings ??= new Map()
  const { holdings, signal } = inner
  const key = `${caipNetworkId}:${address}`
  const now = modal.env.now()
  for (const [id, { startedAt }] of holdings) if (now - startedAt >= portfolioLimits.cache) holdings.delete(id)
  const known = holdings.get(key)
  if (known && (!force || (known.isForced && !known.isDone))) return known.result

  const stored = force || known ? undefined : readStoredHoldings(modal, key)
  if (stored) {
    const askedAt = now - stored.age
    const result = Promise.resolve({ ...stored.holdings, askedAt })
    holdings.set(key, { startedAt: askedAt, isForced: false, isDone: true, result })
    return result
  }

  const result = fetchHoldings(modal, { address, caipNetworkId, forceUpdate: force, signal }).then((reply) => {
    const answer = toHoldings(modal, reply)
    storeHoldings(modal, request, reply, now)
    return { ...answer, askedAt: now }
  })
  const read: HoldingsRead = { startedAt: now, isForced: force, isDone: false, result }
  holdings.set(key, read)
  result.then(
    () => {
      read.isDone = true
    },
    () => {
      if (holdings.get(key) === read) holdings.delete(key)
    },
  )
  return result
}

export type StoredHoldings = {
  readonly holdings: Holdings
  /** Milliseconds since the service was asked. */
  readonly age: number
}

/** What an address held when it was last asked, in this visit or the last, as long as that is fresh. [S3.23] */
export function readStoredHoldings(modal: Modal, key: string): StoredHoldings | undefined {
  const known = readCached(modal, 'portfolios', key, portfolioLimits)
  try {
    return known && { holdings: toHoldings(modal, known.value), age: known.age }
  } catch {
    return undefined // written by something else: asked for anew
  }
}

/**
 * Keeps what the service said when it was asked `at`, in milliseconds since the epoch, of an account that is still connected: what
 * was known of others went with them.
 */
export function storeHoldings(
  modal: Modal,
  { address, caipNetworkId }: { readonly address: string; readonly caipNetworkId: CaipNetworkId },
  reply: unknown,
  at: number,
): void {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  const live = namespace ? getLiveConnections(modal.getState(), namespace) : []
  if (live.some(({ accounts }) => accounts.some((account) => account.address === address)))
    storeCached(modal, 'portfolios', `${caipNetworkId}:${address}`, reply, { ...portfolioLimits, at })
}

/** USD that nobody has: a forged price, which would hide all that is real. */
const mostValue = 1e15

/**
 * What is shown of an answer: of the network that was asked for, without low-quality natives [S9.7], summed up [S9.8]. Native currency
 * with other decimals than the app's network has is none: they decide what an amount means.
 */
export function toPortfolio(
  { balances, nfts }: Holdings,
  {
    caipNetworkId,
    nativeDecimals,
  }: { readonly caipNetworkId: CaipNetworkId; readonly nativeDecimals: number | undefined },
): Portfolio {
  const isShown = ({ address, decimals }: TokenBalance): boolean =>
    address !== undefined || (decimals > 0 && decimals === (nativeDecimals ?? decimals))
  const tokens = balances
    .filter((token) => token.caipNetworkId === caipNetworkId && isShown(token))
    .toSorted((a, b) => toRank(b) - toRank(a))
  const total = tokens.reduce((sum, token) => sum + toValue(token), 0)
  return {
    tokens,
    nfts: nfts.filter((nft) => nft.caipNetworkId === caipNetworkId),
    // more decimals first, or 0.30 of 0.1 + 0.2 would lose a cent
    total: toFixedDecimals(total.toFixed(6), 2),
  }
}

function toRank(token: TokenBalance): number {
  return token.address === undefined ? Number.POSITIVE_INFINITY : toValue(token)
}

function toValue({ value, price = 0, quantity }: TokenBalance): number {
  const worth = value ?? price * Number(quantity.numeric)
  return worth < mostValue ? worth : 0
}

export type ReadServedBalanceRequest = {
  readonly address: string
  readonly network: Network
  readonly force?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * The native balance from the token balances of the service, by chain and native symbol [S7.29]. Undefined where the
 * service does not serve the network: its nodes know. Throws as `callBlockchain` does.
 */
export async function readServedBalance(
  modal: Modal,
  { address, network, force, signal }: ReadServedBalanceRequest,
): Promise<ReadAmount | undefined> {
  const { caipNetworkId, nativeCurrency } = network
  const { symbol } = nativeCurrency
  if (!(await isChainServed(modal, caipNetworkId, signal))) return undefined
  const { balances, askedAt } = await readHoldings(modal, { address, caipNetworkId, force })
  const native = balances.find(
    (token) => token.caipNetworkId === caipNetworkId && token.address === undefined && token.symbol === symbol,
  )
  // who holds none is not told of it
  return { amount: { balance: native?.quantity.numeric ?? zeroBalance, symbol }, askedAt }
}
