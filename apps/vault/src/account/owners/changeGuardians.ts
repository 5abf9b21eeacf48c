import { type Address, bytesToBigInt, type Hex } from 'viem'
import type { CallNode } from '../../frame/requests/node.js'
import type { FrameNetwork } from '../../protocol/network.js'
import type { SmartCall } from '../../signing/smart/calls.js'
import {
  type ActiveGuardians,
  assertGuardians,
  encodeApprove,
  encodeQueue,
  type GuardianRequest,
  type Guardians,
  listApprovals,
  type ReadChain,
  readApproval,
  readGuardians,
  toCancelCall,
  toGuardianCalls,
  toGuardianRequest,
} from '../../signing/smart/guardians.js'
import { ownersCall, readOwners, toOwnerCalls } from '../../signing/smart/owners.js'
import { type PasskeyKey, toSignerAddress } from '../../signing/smart/passkeyOwner.js'
import { type ChangeOptions, changeAccount } from './changeOwners.js'

type Place = {
  readonly network: FrameNetwork
  readonly callNode: CallNode
  readonly signal: AbortSignal
}

function createRead({ network, callNode, signal }: Place): ReadChain {
  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    callNode({ chain: network.caipNetworkId, method, params, signal })
  return {
    call: (to, data) => read('eth_call', [{ to, data }, 'latest']),
    getCode: (address) => read('eth_getCode', [address, 'latest']),
  }
}

/** Reads the guardians of an account from the chain of one network; undefined if it has none. */
export async function findGuardians(account: Address, place: Place): Promise<ActiveGuardians | undefined> {
  const read = createRead(place)
  const code = await read.getCode(account)
  return typeof code === 'string' && code.length > 2 ? readGuardians(account, read) : undefined
}

/** Sets the account's guardians on one network, or removes them and their requests. Throws as {@link changeAccount}. */
export function changeGuardians(options: ChangeOptions, wanted: Guardians | undefined): Promise<void> {
  return changeAccount(options, async ({ address: account }) => {
    if (wanted) assertGuardians(wanted, account)
    const active = await findGuardians(account, options)
    if (wanted && active && isSame(wanted, active)) return []
    const salt = bytesToBigInt(crypto.getRandomValues(new Uint8Array(32)))
    return toGuardianCalls({ account, wanted, active, salt })
  })
}

function isSame(wanted: Guardians, active: Guardians): boolean {
  const toKey = ({ addresses, threshold, delay }: Guardians): string =>
    [...addresses.map((one) => one.toLowerCase()).toSorted(), threshold, delay].join()
  return toKey(wanted) === toKey(active)
}

/** Cancels the guardians' requests on one network. Throws as {@link changeAccount}. */
export function cancelRequest(options: ChangeOptions): Promise<void> {
  return changeAccount(options, async ({ address }) => {
    const active = await findGuardians(address, options)
    return active?.pending ? [toCancelCall(active)] : []
  })
}

/** The request to guardians: to make a passkey the owner of an account. */
export type Recovery = {
  readonly account: Address
  readonly key: PasskeyKey
  /** Of the recovery code, which stays an owner if it is one. */
  readonly recovery?: Address | undefined
}

/** Progress of a recovery by guardians on one network, and the next transaction that a wallet can send. */
export type RecoveryProgress = {
  readonly guardians: ActiveGuardians
  /** The new owner, which the guardians compare with the address that the user gives them. */
  readonly owner: Address
  readonly approved: readonly Address[]
  readonly step: 'approve' | 'queue' | 'wait' | 'execute' | 'done' | 'other'
  /** In Unix seconds, while it waits. */
  readonly dueAt?: number | undefined
  readonly transaction?: { readonly to: Address; readonly data: Hex } | undefined
}

/** Reads how far a recovery has come; undefined if the account has no guardians there. */
export async function readRecovery(recovery: Recovery, place: Place): Promise<RecoveryProgress | undefined> {
  const { network } = place
  const { account, key } = recovery
  const read = createRead(place)
  const guardians = await findGuardians(account, place)
  if (!guardians) return undefined
  const owner = toSignerAddress(key)
  const owners = readOwners(await read.call(account, ownersCall))
  const base = { guardians, owner, approved: [] as readonly Address[] }
  const calls = toRecoveryCalls(recovery, owners)
  if (calls.length === 0) return { ...base, step: 'done' }
  const request = toGuardianRequest(calls)
  if (guardians.pending) {
    const { hash, dueAt } = guardians.pending
    // the owners may have changed since, or it is another one
    if (hash !== request.hash) return { ...base, step: 'other', dueAt }
    const block = (await place.callNode({
      chain: network.caipNetworkId,
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
      signal: place.signal,
    })) as { readonly timestamp: Hex }
    const isDue = Number(BigInt(block.timestamp)) >= dueAt
    const transaction = { to: guardians.delayModule, data: request.execute }
    return { ...base, dueAt, ...(isDue ? { step: 'execute', transaction } : { step: 'wait' }) }
  }
  return { ...base, ...(await readApprovals(guardians, { request, network, read })) }
}

type ToApprove = { readonly request: GuardianRequest; readonly network: FrameNetwork; readonly read: ReadChain }

async function readApprovals(
  guardians: ActiveGuardians,
  { request, network, read }: ToApprove,
): Promise<Pick<RecoveryProgress, 'step' | 'approved' | 'transaction'>> {
  const chainId = Number(network.caipNetworkId.slice('eip155:'.length))
  const { hash } = await readApproval(guardians, { request, chainId, call: read.call })
  const approved = await listApprovals(guardians, { hash, call: read.call })
  const isEnough = approved.length >= guardians.threshold
  const data = isEnough ? encodeQueue(guardians, { request, approved }) : encodeApprove(hash)
  return { step: isEnough ? 'queue' : 'approve', approved, transaction: { to: guardians.safe, data } }
}

function toRecoveryCalls({ account, key, recovery }: Recovery, owners: readonly Address[]): readonly SmartCall[] {
  // a new passkey never has the shared signer
  const first = { x: '0x', y: '0x' } as const
  return toOwnerCalls({ account, first, owners, passkeys: [key], others: recovery ? [recovery] : [] })
}
