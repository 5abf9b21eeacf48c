import { type Address, isAddress } from 'viem'
import type { WalletStorage } from '../../scripted/wallet.js'
import type { WalletChain } from '../evmWallet.js'

/** State that survives a reload. */
export type WalletMemory = {
  readonly account?: Address | undefined
  readonly chainId?: number | undefined
  /** Chains that sites have added. */
  readonly added: readonly WalletChain[]
  /** By origin. */
  readonly permissions: Readonly<Record<string, readonly Address[]>>
}

/** Reads the stored state. Invalid parts are ignored one by one. */
export function loadMemory(storage: WalletStorage | undefined, key: string): WalletMemory {
  const stored = parse(storage, key)
  const permissions = isRecord(stored['permissions']) ? stored['permissions'] : {}
  return {
    account: isAccount(stored['account']) ? stored['account'] : undefined,
    chainId: typeof stored['chainId'] === 'number' ? stored['chainId'] : undefined,
    added: Array.isArray(stored['added']) ? stored['added'].filter(isChain) : [],
    permissions: Object.fromEntries(
      Object.entries(permissions).map(([origin, list]) => [origin, Array.isArray(list) ? list.filter(isAccount) : []]),
    ),
  }
}

function parse(storage: WalletStorage | undefined, key: string): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '{}')
    return isRecord(stored) ? stored : {}
  } catch {
    // storage is blocked or its content invalid, so start from scratch
    return {}
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAccount(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value, { strict: false })
}

function isChain(value: unknown): value is WalletChain {
  return isRecord(value) && Number.isSafeInteger(value['id']) && typeof value['rpcUrl'] === 'string'
}
