import { type Address, getAddress, type Hex, hexToBytes } from 'viem'
import { sign } from 'viem/accounts'
import { toBase64url } from '../../encoding/base64url.js'
import { FrameRequestError } from '../../frame/errors.js'
import type { CallNode } from '../../frame/requests/node.js'
import { fillOperation } from '../../frame/smart/fillOperation.js'
import { awaitTransaction, sendOperation } from '../../frame/smart/sendOperation.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { encodeCalls, type SmartCall } from '../../signing/smart/calls.js'
import {
  createStubSignature,
  hashOperation,
  parseTerms,
  toOperationSigning,
  toUserOperation,
  toWire,
} from '../../signing/smart/operation.js'
import { ownersCall, readOwners, toOwnerCalls } from '../../signing/smart/owners.js'
import {
  encodePasskeySignature,
  type PasskeyAssertion,
  type PasskeyKey,
  type SelfCustodyOrigin,
} from '../../signing/smart/passkeyOwner.js'
import { listFirstOwners, type SmartAccount, toOwner, toSmartAccount } from '../../signing/smart/smartAccount.js'
import type { RecoveryKey } from './recoveryCode.js'

/** Why owners weren't changed, as far as the page has a text for it. */
export class OwnersError extends Error {
  override readonly name = 'OwnersError'
  /** `fee`: the account can't pay it; `key`: the passkey isn't the one that was named; the others: the signer owns nothing there. */
  readonly reason: 'fee' | 'key' | 'notOwner' | 'notOwnerCode'
  constructor(message: string, { reason, ...options }: ErrorOptions & Pick<OwnersError, 'reason'>) {
    super(message, options)
    this.reason = reason
  }
}

/** The owner that signs a change of owners. */
export type OwnerSigner =
  | { readonly code: RecoveryKey }
  | {
      /** The passkeys that may sign it. */
      readonly passkeys: readonly PasskeyKey[]
      /** Asks them for a signature of these bytes, in base64url. Resolves with which of them has signed. */
      readonly assert: (
        challenge: string,
        passkeys: readonly PasskeyKey[],
      ) => Promise<{ readonly key: PasskeyKey; readonly assertion: PasskeyAssertion }>
    }

/** An account on one network, and its signer there. */
export type ChangeOptions = {
  readonly origin: SelfCustodyOrigin
  readonly network: FrameNetwork
  readonly signer: OwnerSigner
  readonly callNode: CallNode
  /** Resolves after this many milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly signal: AbortSignal
}

export type ChangeOwnersOptions = ChangeOptions & {
  /** Passkeys that are to own the account, each of them alone. */
  readonly passkeys: readonly PasskeyKey[]
  /** Owners that are removed: these passkeys, or all but `passkeys` and the recovery code. Default: none. */
  readonly removes?: readonly PasskeyKey[] | 'others' | undefined
}

/** Milliseconds for which the operation is valid. */
const validFor = 3_600_000

/** The address of the account, the same on every network. */
export function toSelfCustodialAddress(origin: SelfCustodyOrigin): Address {
  return toAccount(origin).address
}

function toAccount(origin: SelfCustodyOrigin, passkeys: readonly PasskeyKey[] = []): SmartAccount {
  // the wallet's own key has no part in it
  return toSmartAccount({ eip155: '0x', selfCustody: { ...origin, passkeys } })
}

/** Reads the owners of the account on a network, also before it is deployed. */
export async function readCurrentOwners({
  origin,
  network,
  callNode,
  signal,
}: Pick<ChangeOptions, 'origin' | 'network' | 'callNode' | 'signal'>): Promise<readonly Address[]> {
  const { address } = toAccount(origin)
  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    callNode({ chain: network.caipNetworkId, method, params, signal })
  const code = await read('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string' || code.length <= 2) return listFirstOwners(origin)
  return readOwners(await read('eth_call', [{ to: address, data: ownersCall }, 'latest']))
}

/**
 * Makes these passkeys owners of the account on one network. Does nothing if they are: after a failure or a lost reply, it is simply called
 * again. Resolves and throws as {@link changeAccount}.
 */
export function changeOwners({ passkeys, removes = [], ...options }: ChangeOwnersOptions): Promise<void> {
  const { first, recovery } = options.origin
  return changeAccount(options, ({ address: account, owners }) => {
    const removed = removes === 'others' ? [] : removes.map((key) => toOwner(key, first))
    const others = removes === 'others' ? (recovery ? [recovery] : []) : owners.filter((one) => !removed.includes(one))
    return toOwnerCalls({ account, first, owners, passkeys, others })
  })
}

type CurrentAccount = { readonly address: Address; readonly owners: readonly Address[] }

/**
 * Makes the account execute calls on one network, with an operation that one of its current owners signs in this page and that deploys the
 * account if necessary. Does nothing without calls. Resolves once the network has executed it. Throws OwnersError, and FrameRequestError
 * with the network's message.
 */
export async function changeAccount(
  options: ChangeOptions,
  toCalls: (account: CurrentAccount) => readonly SmartCall[] | Promise<readonly SmartCall[]>,
): Promise<void> {
  const { origin, network, signer, callNode, wait, signal } = options
  const { first } = origin
  const owners = await readCurrentOwners(options)
  const own = 'code' in signer ? [] : signer.passkeys.filter((key) => owners.includes(toOwner(key, first)))
  const account = toAccount(origin, own)
  const calls = await toCalls({ address: account.address, owners })
  if (calls.length === 0) return
  if ('code' in signer ? !owners.includes(getAddress(signer.code.address)) : own.length === 0)
    throw 'code' in signer
      ? new OwnersError(`This recovery code does not own the account on ${network.name}.`, { reason: 'notOwnerCode' })
      : new OwnersError(`None of these passkeys owns the account on ${network.name}.`, { reason: 'notOwner' })
  const request = { id: '', method: '', params: [], network, rpcUrl: undefined, signal }
  const { address: sender, factory, factoryData } = account
  const callData = encodeCalls(calls)
  const draft = { sender, callData, factory, factoryData, signature: createStubSignature(account) }
  const filled = await fillOperation(request, { draft, callNode, isBusy: false }).catch(toReason)
  const operation = toUserOperation(parseTerms(filled), { account, callData })
  const chainId = Number(network.caipNetworkId.slice('eip155:'.length))
  const validUntil = Math.floor((options.now() + validFor) / 1_000)
  const { passkey } = toOperationSigning(operation, { account, chainId, validUntil })
  if (!passkey) throw new Error('The account is not in self-custody')
  const signed = passkey.finish(await signBy(signer, { challenge: passkey.challenge, own, first }))
  const hash = hashOperation(operation, chainId)
  await sendOperation(request, { signed: { operation: toWire(signed), hash }, callNode }).catch(toReason)
  await awaitTransaction(request, { hash, callNode, wait })

  function toReason(cause: unknown): never {
    if (cause instanceof FrameRequestError && cause.message.includes('AA21'))
      throw new OwnersError(`${sender} cannot pay the network fee on ${network.name}.`, { reason: 'fee', cause })
    throw cause
  }
}

type ToSign = { readonly challenge: Hex; readonly own: readonly PasskeyKey[]; readonly first: PasskeyKey }

async function signBy(signer: OwnerSigner, { challenge, own, first }: ToSign): Promise<Hex> {
  if ('code' in signer) return sign({ hash: challenge, privateKey: signer.code.privateKey, to: 'hex' })
  const { key, assertion } = await signer.assert(toBase64url(hexToBytes(challenge)), own)
  return encodePasskeySignature(assertion, { challenge, key, owner: toOwner(key, first) })
}
