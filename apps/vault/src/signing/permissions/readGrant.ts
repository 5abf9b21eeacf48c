import { randomBytes } from 'node:crypto'
import { isRecord } from '@latchkey/core'
import { type Hex, hashMessage, toHex } from 'viem'
import type { PermissionTerms } from '../../protocol/summary.js'
import { parseAddress, parseTransactionChain } from '../evm/fields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { Keys } from '../keys.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { toMessageSigning } from '../smart/smartAccount.js'
import { parseTerms } from './parseTerms.js'

/** Result of granting a permission. */
export type Granted = {
  /** Identifies the permission: 0x and 32 hex digits. */
  readonly context: Hex
  readonly account: string
  readonly terms: PermissionTerms
  /** The account's signature of `Activate session {pci} of {account}`, for the app's service. [S7.20] */
  readonly activation: Hex
}

/** Result of revoking one; `revocation`: the account's signature of `Revoke session {pci} of {account}`. [S7.21] */
export type Revoked = { readonly context: Hex; readonly revocation: Hex }

/**
 * wallet_requestExecutionPermissions, and its earlier name wallet_grantPermissions: lets the site act for the smart account
 * without asking. Custody stores it and checks each request against it. [ERC-7715]
 */
export function readGrant(request: MethodRequest): Reading {
  const { method, chain, reference, smart, now } = request
  if (smart.passkeys) throw toSelfCustodyRefusal()
  const isCurrent = method === 'wallet_requestExecutionPermissions'
  const terms = parseTerms(isCurrent ? mergeRequests(request) : parseGrant(request), now)
  return {
    params: isCurrent
      ? toExecutionPermissions(terms, { reference, account: smart.address })
      : [toGrantParams(terms, reference)],
    summary: { kind: 'permission', method, chain, account: smart.address, terms, warnings: findWarnings(terms) },
    sign: async (keys): Promise<Granted> => {
      const context = toHex(randomBytes(16))
      return {
        context,
        account: smart.address,
        terms,
        activation: await signSessionMessage('Activate', { context, request, keys }),
      }
    },
  }
}

type GivenTerms = { readonly expiry: unknown; readonly permissions: unknown }

/** Parses `[{ chainId?, address?, expiry, signer?, permissions }]`. */
function parseGrant(request: MethodRequest): GivenTerms {
  const [given] = Array.isArray(request.params) ? (request.params as readonly unknown[]) : []
  if (!isRecord(given)) throw new InvalidRequestError('wallet_grantPermissions takes [{ expiry, signer, permissions }]')
  const { chainId, address, expiry, permissions, signer } = given
  assertPlace(request, { chainId, account: address })
  if (isRecord(signer) && signer['type'] !== 'wallet') throw toForeignSigner('signer has to be { type: "wallet" }')
  return { expiry, permissions }
}

/**
 * Parses `[{ chainId, from?, to?, permission, rules }, …]`. All are granted together, as one permission, so they share an expiry.
 */
function mergeRequests(request: MethodRequest): GivenTerms {
  const list = Array.isArray(request.params) ? (request.params as readonly unknown[]) : []
  const requests = list.map((given) => {
    if (!isRecord(given))
      throw new InvalidRequestError('wallet_requestExecutionPermissions takes [{ chainId, permission, rules }]')
    const { chainId, from, to, permission, rules } = given
    assertPlace(request, { chainId, account: from })
    if (to !== undefined && to !== null && parseAddress(to) !== request.smart.address)
      throw toForeignSigner('leave `to` out, or name the account itself')
    return { permission, expiry: readExpiry(rules) }
  })
  if (new Set(requests.map(({ expiry }) => expiry)).size > 1)
    throw new InvalidRequestError('Permissions of one request have one expiry')
  return { expiry: requests[0]?.expiry, permissions: requests.map(({ permission }) => permission) }
}

/** The time of the only rule that this wallet knows, as it was given. */
function readExpiry(rules: unknown): unknown {
  const [rule, ...more] = Array.isArray(rules) ? (rules as readonly unknown[]) : []
  const { type, data } = isRecord(rule) ? rule : {}
  if (more.length > 0 || type !== 'expiry' || !isRecord(data))
    throw new InvalidRequestError('rules has to be [{ type: "expiry", data: { timestamp } }]')
  return data['timestamp']
}

function assertPlace(
  { reference, smart }: MethodRequest,
  { chainId, account }: { readonly chainId: unknown; readonly account: unknown },
): void {
  if (chainId !== undefined && parseTransactionChain(chainId) !== Number(reference))
    throw new InvalidRequestError(`chainId is not ${reference}, the network in use`)
  if (account !== undefined && account !== null && parseAddress(account) !== smart.address)
    throw new InvalidRequestError('Permissions are those of the smart account')
}

function toForeignSigner(cure: string): InvalidRequestError {
  return new InvalidRequestError(`This wallet grants permissions to the site alone: ${cure}`)
}

function findWarnings({ contracts }: PermissionTerms): readonly ['unknownCall'] | readonly [] {
  return contracts.length > 0 ? ['unknownCall'] : []
}

/** The canonical request of `wallet_grantPermissions` for these terms: parsing it gives the same terms. */
export function toGrantParams(
  { expiry, native, tokens, contracts }: PermissionTerms,
  reference: string,
): {
  readonly chainId: string
  readonly expiry: number
  readonly signer: object
  readonly permissions: readonly object[]
} {
  return {
    chainId: toHex(Number(reference)),
    expiry,
    signer: { type: 'wallet', data: {} },
    permissions: [
      ...(native === null ? [] : [{ type: 'native-token-transfer', data: { allowance: toHex(BigInt(native)) } }]),
      ...tokens.map(({ address, allowance }) => ({
        type: 'erc20-token-transfer',
        data: { address, allowance: toHex(BigInt(allowance)) },
      })),
      ...contracts.map(toContractPermission),
    ],
  }
}

/** The canonical requests of `wallet_requestExecutionPermissions` for these terms, one for each permission. */
export function toExecutionPermissions(
  { expiry, native, tokens, contracts }: PermissionTerms,
  { reference, account }: { readonly reference: string; readonly account: string },
): readonly object[] {
  const permissions = [
    ...(native === null ? [] : [{ type: 'native-token-allowance', data: { allowanceAmount: toHex(BigInt(native)) } }]),
    ...tokens.map(({ address, allowance }) => ({
      type: 'erc20-token-allowance',
      data: { tokenAddress: address, allowanceAmount: toHex(BigInt(allowance)) },
    })),
    ...contracts.map(toContractPermission),
  ]
  return permissions.map((permission) => ({
    chainId: toHex(Number(reference)),
    from: account,
    to: account,
    permission: { ...permission, isAdjustmentAllowed: false },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
  }))
}

function toContractPermission({ address, functions }: PermissionTerms['contracts'][number]): {
  readonly type: string
  readonly data: object
} {
  return {
    type: 'contract-call',
    data: { address, functions: functions.map(({ name }) => ({ functionName: name })) },
  }
}

/** wallet_revokeExecutionPermission, and wallet_revokePermissions as it was called before: `[{ permissionContext }]`. [ERC-7715] */
export function readRevocation(request: MethodRequest): Reading {
  const { method, chain, params, smart } = request
  if (smart.passkeys) throw toSelfCustodyRefusal()
  const [given] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const {
    permissionContext,
    permissionsContext = permissionContext,
    context = permissionsContext,
  } = isRecord(given) ? given : {}
  if (typeof context !== 'string' || !/^0x[\da-f]{32}$/i.test(context))
    throw new InvalidRequestError('permissionContext is not a permission of this wallet')
  const id = context.toLowerCase() as Hex
  return {
    params: [{ permissionContext: id }],
    summary: { kind: 'permission', method, chain, account: smart.address, terms: null, warnings: [] },
    sign: async (keys): Promise<Revoked> => ({
      context: id,
      revocation: await signSessionMessage('Revoke', { context: id, request, keys }),
    }),
  }
}

/**
 * Signs for the service that lists sessions: the permission's context is the id of its session there. The signature holds before and
 * after the account is deployed. [ERC-6492]
 */
async function signSessionMessage(
  action: 'Activate' | 'Revoke',
  { context, request, keys }: { readonly context: Hex; readonly request: MethodRequest; readonly keys: Keys },
): Promise<Hex> {
  const { chain, reference, smart } = request
  const message = `${action} session ${context.slice(2)} of ${chain}:${smart.address.toLowerCase()}`
  const { sign } = toMessageSigning(hashMessage(message), { account: smart, chainId: Number(reference) })
  if (!sign) throw toSelfCustodyRefusal()
  return (await sign(keys)).wrapped
}

/** Custody enforces permissions by signing within them, which it can't for an account that a passkey owns. */
function toSelfCustodyRefusal(): InvalidRequestError {
  return new InvalidRequestError('A self-custodial account grants no permissions: its passkey signs each operation', {
    code: 4200,
  })
}
