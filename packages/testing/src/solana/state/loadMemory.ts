import { isRecord } from '@latchkey/core'
import type { WalletStorage } from '../../evm/state/walletStorage.js'

/** What outlives a reload. */
export type SolanaMemory = {
  /** Address of the selected account. */
  readonly account?: string | undefined
  /** Addresses by origin. */
  readonly permissions: Readonly<Record<string, readonly string[]>>
}

/** Reads what the wallet has written. Anything else counts as nothing, part by part. */
export function loadMemory(storage: WalletStorage | undefined, key: string): SolanaMemory {
  const stored = parse(storage, key)
  const { account, permissions } = stored
  const lists = Object.entries(isRecord(permissions) ? permissions : {})
  return {
    account: typeof account === 'string' ? account : undefined,
    permissions: Object.fromEntries(
      lists.map(([origin, list]) => [
        origin,
        Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [],
      ]),
    ),
  }
}

function parse(storage: WalletStorage | undefined, key: string): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '{}')
    return isRecord(stored) ? stored : {}
  } catch {
    // storage is denied, or holds what we have not written: start afresh
    return {}
  }
}
