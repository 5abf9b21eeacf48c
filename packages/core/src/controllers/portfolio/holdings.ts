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

type ReadHoldingsRequest = {
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** Requests the holdings even if the last ones are still fresh; joins a forced request that is already pending. */
  readonly force?: boolean | undefined
}

/**
 * Reads the holdings of an address on one network from the service. Concurrent calls share a request; the response is
 * cached for 30 s [S7.12, S9.2], also in storage [S3.23]. Aborts when the modal is destroyed; throws as
 * `callBlockchain` does.
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
    const requestedAt = now - stored.age
    const result = Promise.resolve({ ...stored.holdings, requestedAt })
    holdings.set(key, { startedAt: requestedAt, isForced: false, isDone: true, result })
    return result
  }

  const result = fetchHoldings(modal, { address, caipNetworkId, forceUpdate: force, signal }).then((reply) => {
    const received = toHoldings(modal, reply)
    storeHoldings(modal, request, reply, now)
    return { ...received, requestedAt: now }
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

type ReadServedBalanceRequest = {
  readonly address: string
  readonly network: Network
  readonly force?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the native balance from the token balances of the service, by chain and native symbol [S7.29]. Undefined where
 * the service does not serve the network. Throws as `callBlockchain` does.
 */
export async function readServedBalance(
  modal: Modal,
  { address, network, force, signal }: ReadServedBalanceRequest,
): Promise<ReadAmount | undefined> {
  const { caipNetworkId, nativeCurrency } = network
  const { symbol } = nativeCurrency
  if (!(await isChainServed(modal, caipNetworkId, signal))) return undefined
  const { balances, requestedAt } = await readHoldings(modal, { address, caipNetworkId, force })
  const native = balances.find(
    (token) => token.caipNetworkId === caipNetworkId && token.address === undefined && token.symbol === symbol,
  )
  // the service leaves out zero balances
  return { amount: { balance: native?.quantity.numeric ?? zeroBalance, symbol }, requestedAt }
}

/** USD. A value from here on comes from a forged price, and would hide the real tokens. */
const maxValue = 1e15

/**
 * Converts holdings to a portfolio: keeps the requested network, drops low-quality natives [S9.7] and sums up values
 * [S9.8]. A native currency whose decimals differ from the app's network is dropped: its amount would be misread.
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
    // six decimals first, or rounding errors of the sum could cost a cent
    total: toFixedDecimals(total.toFixed(6), 2),
  }
}

function toRank(token: TokenBalance): number {
  return token.address === undefined ? Number.POSITIVE_INFINITY : toValue(token)
}

function toValue({ value, price = 0, quantity }: TokenBalance): number {
  const usd = value ?? price * Number(quantity.numeric)
  return usd < maxValue ? usd : 0
}

type StoredHoldings = {
  readonly holdings: Holdings
  /** Milliseconds since the request. */
  readonly age: number
}

/** Returns the persisted holdings of an address while they are fresh. [S3.23] */
function readStoredHoldings(modal: Modal, key: string): StoredHoldings | undefined {
  const known = readCached(modal, 'portfolios', key, portfolioLimits)
  try {
    return known && { holdings: toHoldings(modal, known.value), age: known.age }
  } catch {
    return undefined // not written by this version: request again
  }
}

/**
 * Persists a response to a request made `at` (milliseconds since the epoch) if the account is still connected:
 * disconnecting clears what was stored of an account.
 */
function storeHoldings(
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
