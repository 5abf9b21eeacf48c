import { isRecord } from '@latchkey/core'
import { invalidParams, toJson } from '../parameters.js'
import { type EvmContext, getType, parseOwn, parseOwnChain } from './evmContext.js'

const maxPermissions = 20

/**
 * Parses `[{ chainId, address?, expiry, signer?, permissions }]` of `wallet_grantPermissions`: for the wallet's smart account,
 * with an expiry in the future. The vault interprets and stores the permissions. Throws `INVALID_PARAMS`. [ERC-7715]
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

/** Parses the permission to revoke: its context, alone or in an object. */
export function parseRevocation([given]: readonly unknown[], context: EvmContext): readonly unknown[] {
  if (isContext(given)) return [{ permissionsContext: given, address: parseSmart(undefined, context) }]
  if (!isRecord(given)) throw invalidParams('wallet_revokePermissions: the context of the permission is required.')
  // the account permission (EIP-2255) belongs to the login and ends with it
  if (Object.hasOwn(given, 'eth_accounts'))
    throw invalidParams('wallet_revokePermissions: the account belongs to the login, and ends with it.')
  const { permissionsContext = given['context'] ?? given['permissionContext'], address } = given
  if (isContext(permissionsContext)) return [{ permissionsContext, address: parseSmart(address, context) }]
  throw invalidParams('wallet_revokePermissions: the context of the permission is required.')
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
