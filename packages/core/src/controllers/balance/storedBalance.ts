import { readCached, storeCached } from '../../cached.js'
import { internals, type Modal } from '../../modal.js'
import { isRecord } from '../../utils/isRecord.js'
import type { Connection } from '../connection/state.js'
import { getNetwork } from '../network/getNetwork.js'
import { type BalanceAmount, balanceLimits, type ReadAmount } from './state.js'
import { toTarget } from './toTarget.js'

export type StoredBalance = {
  readonly amount: BalanceAmount
  /** Milliseconds since it was asked for. */
  readonly age: number
}

/** What was read in the last visit, as long as it is fresh. Not where a token shows in its place. [S3.23, S9.2] */
export function readStoredBalance(modal: Modal, connection: Connection): StoredBalance | undefined {
  const { namespace, caipNetworkId } = connection
  const known = readCached(modal, 'balances', toTarget(connection), balanceLimits)
  const symbol = getNetwork(modal.getState(), namespace)?.nativeCurrency.symbol
  if (!known || symbol === undefined || modal[internals].options.tokens?.[caipNetworkId]) return undefined
  const balance = isRecord(known.value) && known.value['symbol'] === symbol && known.value['balance']
  const isAmount = typeof balance === 'string' && /^\d+(\.\d+)?$/.test(balance)
  return isAmount ? { amount: { balance, symbol }, age: known.age } : undefined
}

/** Keeps it. */
export function storeBalance(modal: Modal, target: string, { amount, askedAt }: ReadAmount): void {
  const { balance, symbol } = amount
  storeCached(modal, 'balances', target, { balance, symbol }, { ...balanceLimits, at: askedAt })
}
