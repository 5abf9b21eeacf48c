import {
  type Connector,
  type ConnectorFeatures,
  type FeatureRequest,
  type GrantedPermissions,
  isRecord,
  type Permission,
} from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { assertAccount, assertNetwork } from '../connectors/accounts.js'
import { readTimeout, requestOptional } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { describeValue, invalidParams, parseChainId, toQuantity } from '../encoding.js'

/** Permissions to act without asking each time (ERC-7715), which few wallets support. */
export type PermissionFeatures = {
  readonly [name in 'permissions:request' | 'permissions:list' | 'permissions:revoke']: NonNullable<
    Connector['features'][name]
  >
}

export function createPermissionFeatures(link: WalletLink, wallet: WalletObserver): PermissionFeatures {
  return {
    'permissions:request': (request) => requestPermissions(link, wallet, request),
    'permissions:list': (request) => listPermissions(link, request),
    'permissions:revoke': (request) => revokePermissions(link, request),
  }
}

type PermissionsRequest = Parameters<ConnectorFeatures['permissions:request']>[0]

/**
 * Asks for permissions for the account itself to use, as wallets without session accounts grant them. Throws `INVALID_PARAMS`,
 * `ACCOUNT_CHANGED`, `CHAIN_NOT_SWITCHED`, `UNSUPPORTED_METHOD`, `INVALID_WALLET_REPLY` or the wallet's error.
 */
async function requestPermissions(
  link: WalletLink,
  wallet: WalletObserver,
  request: PermissionsRequest,
): Promise<GrantedPermissions> {
  const { account, network, permissions, expiry, signal } = request
  if (!Array.isArray(permissions) || permissions.length === 0 || !permissions.every(isPermission))
    throw invalidParams('permissions is not a list of at least one { type, data }.')
  if (!Number.isSafeInteger(expiry) || expiry * 1_000 <= link.env.now())
    throw invalidParams('expiry is not a future time in seconds.')
  const chainId = toQuantity('chainId', Number(network.id))
  const params = permissions.map(({ type, data }) => ({
    chainId,
    from: account.address,
    to: account.address,
    permission: { type, data, isAdjustmentAllowed: false },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
  }))
  await Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)])
  const call = { method: 'wallet_requestExecutionPermissions', params }
  const reply = await requestOptional(link, call, { signal })
  const [granted, ...more] = parseGranted(reply) ?? []
  if (!granted || more.length > 0)
    throw new InvalidWalletReplyError({ details: `${call.method}: ${describeValue(reply)}` })
  return granted
}

/** Throws `UNSUPPORTED_METHOD`, `INVALID_WALLET_REPLY` or the wallet's error. */
async function listPermissions(
  link: WalletLink,
  { signal }: Pick<FeatureRequest, 'signal'>,
): Promise<readonly GrantedPermissions[]> {
  const call = { method: 'wallet_getGrantedExecutionPermissions', params: [] }
  const reply = await requestOptional(link, call, { signal, timeout: readTimeout })
  const granted = parseGranted(reply)
  if (!granted) throw new InvalidWalletReplyError({ details: `${call.method}: ${describeValue(reply)}` })
  return granted
}

/** Throws `UNSUPPORTED_METHOD` or the wallet's error. */
async function revokePermissions(
  link: WalletLink,
  { context, signal }: Parameters<ConnectorFeatures['permissions:revoke']>[0],
): Promise<string | undefined> {
  const call = { method: 'wallet_revokeExecutionPermission', params: [{ permissionContext: context }] }
  const reply = await requestOptional(link, call, { signal })
  return readText(reply, 'revocation')
}

/** More than any account grants one app; longer lists are invalid. */
const maxGranted = 1_000

/** Parses `PermissionResponse[]`, joining those that were granted under one context; null for an invalid list. */
function parseGranted(reply: unknown): readonly GrantedPermissions[] | null {
  if (!Array.isArray(reply) || reply.length > maxGranted) return null
  const byContext = new Map<string, GrantedPermissions>()
  for (const entry of reply) {
    const parsed = parseEntry(entry)
    if (!parsed) return null
    const known = byContext.get(parsed.context)
    byContext.set(
      parsed.context,
      known ? { ...known, permissions: [...known.permissions, ...parsed.permissions] } : parsed,
    )
  }
  return [...byContext.values()]
}

function parseEntry(entry: unknown): GrantedPermissions | null {
  if (!isRecord(entry)) return null
  const { chainId: chain, permission, rules } = entry
  const [context, chainId, activation] = [
    readText(entry, 'context'),
    parseChainId(chain),
    readText(entry, 'activation'),
  ]
  if (context === undefined || chainId === null || !isPermission(permission)) return null
  const { type, data } = permission
  return {
    context,
    caipNetworkId: `eip155:${chainId}`,
    permissions: [{ type, data }],
    expiry: parseExpiry(rules),
    ...(activation !== undefined && { activation }),
  }
}

function parseExpiry(rules: unknown): number | undefined {
  const list: readonly unknown[] = Array.isArray(rules) ? rules : []
  const rule = list.find((one) => isRecord(one) && one['type'] === 'expiry')
  const data = isRecord(rule) ? rule['data'] : undefined
  const timestamp = isRecord(data) ? data['timestamp'] : undefined
  return Number.isSafeInteger(timestamp) ? (timestamp as number) : undefined
}

function isPermission(value: unknown): value is Permission {
  return isRecord(value) && typeof value['type'] === 'string' && isRecord(value['data'])
}

function readText(reply: unknown, field: string): string | undefined {
  const value = isRecord(reply) ? reply[field] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
