import { isRecord } from '@latchkey/core'
import { invalidParams, toJson } from '../parameters.js'
import { type EvmContext, getType, parseOwn, parseOwnChain } from './evmContext.js'

const maxPermissions = 20

/**
 * Parses `[{ chainId, from?, to?, permission, rules }, …]` of `wallet_requestExecutionPermissions`: for the wallet's smart account.
 * The vault interprets and stores the permissions. Throws `INVALID_PARAMS`. [ERC-7715]
 */
export function parsePermissionRequests(requests: readonly unknown[], context: EvmContext): readonly unknown[] {
  const method = 'wallet_requestExecutionPermissions'
  if (requests.length === 0 || requests.length > maxPermissions)
    throw invalidParams(`${method}: expected a list of 1 to ${maxPermissions} requests.`)
  return requests.map((request) => {
    if (!isRecord(request) || !isPermission(request['permission']))
      throw invalidParams(`${method}: each request must have a permission with type and data.`)
    const { chainId = context.chainId, from } = request
    return {
      ...toJson(method, request),
      chainId: parseOwnChain(`${method}: chainId`, chainId, context),
      from: parseSmart(from, context),
    }
  })
}

/**
 * Parses `[{ chainId, address?, expiry, signer?, permissions }]` of `wallet_grantPermissions`, the former name: for the wallet's
 * smart account, with an expiry in the future. Throws `INVALID_PARAMS`.
 */
export function parseGrant([request]: readonly unknown[], context: EvmContext): readonly unknown[] {
  if (!isRecord(request)) throw invalidParams('wallet_grantPermissions: the request must be an object.')
  const { chainId = context.chainId, address, expiry, permissions, signer } = request
  const isFuture = typeof expiry === 'number' && Number.isSafeInteger(expiry) && expiry * 1_000 > (context.now ?? 0)
  if (!isFuture) throw invalidParams('wallet_grantPermissions: expiry must be a future time in seconds.')
  const isList = Array.isArray(permissions) && permissions.length > 0 && permissions.length <= maxPermissions
  if (!isList || !permissions.every(isPermission))
    throw invalidParams(
      `wallet_grantPermissions: permissions must be a list of 1 to ${maxPermissions}, each with type and data.`,
    )
  if (signer !== undefined && !isRecord(signer))
    throw invalidParams('wallet_grantPermissions: signer must be an object.')
  return [
    {
      ...toJson('wallet_grantPermissions', request),
      chainId: parseOwnChain('wallet_grantPermissions: chainId', chainId, context),
      address: parseSmart(address, context),
    },
  ]
}

/** Parses the permission to revoke: its context, alone or in an object. Throws `INVALID_PARAMS`. */
export function parseRevocation(method: string, [given]: readonly unknown[], context: EvmContext): readonly unknown[] {
  // the account permission (EIP-2255) belongs to the login and ends with it
  if (isRecord(given) && Object.hasOwn(given, 'eth_accounts'))
    throw invalidParams(`${method}: the account belongs to the login, and ends with it.`)
  const fields = isRecord(given) ? given : { context: given }
  const named = fields['permissionContext'] ?? fields['permissionsContext'] ?? fields['context']
  if (!isContext(named)) throw invalidParams(`${method}: the context of the permission is required.`)
  return [{ permissionContext: named, address: parseSmart(fields['address'], context) }]
}

function parseSmart(address: unknown, context: EvmContext): string {
  const smart = context.accounts?.find(({ type }) => type === 'smartAccount')?.address
  const own =
    address === undefined || address === null ? (smart ?? context.address) : parseOwn('address', address, context)
  if (getType(own, context) === 'smartAccount') return own
  throw invalidParams(`address: ${own} is not a smart account.`)
}

function isPermission(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string' && value['type'].length <= 100 && isRecord(value['data'])
}

function isContext(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 100_000
}
