import { FrameRefusal } from '../FrameRefusal.js'
import type { AskNode } from '../requests/node.js'
import type { WalletRequest } from '../requests/requests.js'
import type { Session } from '../session/session.js'
import { readReceipt } from './sendOperation.js'

export type StatusOptions = {
  readonly session: Pick<Session, 'call'>
  readonly ask: AskNode
  /** The vault's clock. */
  readonly now: () => number
}

/** Milliseconds after which an operation that is in no block counts for nothing any more: custody signs it for no longer. */
const validFor = 3_900_000

const [pending, confirmed, failedBefore, reverted] = [100, 200, 400, 500]

/** wallet_getCallsStatus: `[id]`. [EIP-5792] */
export async function readCallsStatus(
  { params, signal }: WalletRequest,
  { session, ask, now }: StatusOptions,
): Promise<unknown> {
  const [id] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (typeof id !== 'string' || id === '') throw new FrameRefusal('There is no id of calls.', { code: -32602 })
  const { chain, hash, sentAt } = await session.call('calls.get', { id }, { signal })
  const receipt = await readReceipt({ chain, hash, ask, signal })
  const base = { version: '2.0.0', id, chainId: `0x${Number(chain.split(':')[1]).toString(16)}`, atomic: true }
  if (receipt === null) return { ...base, status: now() > sentAt + validFor ? failedBefore : pending }
  const { success, logs, ...place } = receipt
  const entry = { ...place, logs, status: success ? '0x1' : '0x0' }
  return { ...base, status: success ? confirmed : reverted, receipts: [entry] }
}
