import { isRecord, type StandardAccount } from '@latchkey/core'
import { createLock, type Lock } from '../../scripted/locks.js'
import type { WalletStorage } from '../../scripted/wallet.js'
import type { SolanaFeature, SolanaWalletOptions } from '../solanaWallet.js'
import { createKeys, type Key, type Keys } from './createKeys.js'

export type WalletState = {
  readonly keys: Keys
  readonly lock: Lock
  readonly origin: string
  readonly chains: readonly `solana:${string}`[]
  /** Addresses that the site has permission for, even while locked. */
  readonly granted: () => readonly string[]
  readonly grant: (addresses: readonly string[]) => void
  /** Accounts that the site sees now, the selected one first. */
  readonly exposed: () => readonly StandardAccount[]
  readonly toAccount: (key: Key) => StandardAccount
  readonly save: () => void
}

const allChains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

export function createWalletState(options: SolanaWalletOptions, features: readonly SolanaFeature[]): WalletState {
  const { storage, chains = allChains, origin = globalThis.location?.origin ?? 'null' } = options
  const memoryKey = `solana-wallet:${options.name}`
  const memory = loadMemory(storage, memoryKey)
  const keys = createKeys(options.accounts, memory.account)
  const lock = createLock()
  const accounts = new Map<string, StandardAccount>()
  const abilities = features.filter((feature) => feature.startsWith('solana:'))
  let granted = memory.permissions[origin] ?? []

  /** Returns the same object each time, because sites pass it back. */
  const toAccount = ({ address, publicKey }: Key): StandardAccount => {
    const known = accounts.get(address)
    const account = known ?? Object.freeze({ address, publicKey, chains: [...chains], features: [...abilities] })
    accounts.set(address, account)
    return account
  }
  const permitted = (): readonly Key[] => {
    const selected = keys.selected()
    const owned = granted.flatMap((address) => keys.find(address) ?? [])
    return owned.includes(selected) ? [selected, ...owned.filter((key) => key !== selected)] : owned
  }
  return {
    keys,
    lock,
    origin,
    chains,
    toAccount,
    granted: () => permitted().map(({ address }) => address),
    grant: (addresses) => {
      granted = addresses
    },
    exposed: () => (lock.isLocked() ? [] : permitted().map(toAccount)),
    save: () => {
      const permissions = { ...memory.permissions, [origin]: granted }
      try {
        storage?.setItem(memoryKey, JSON.stringify({ account: keys.selected().address, permissions }))
      } catch {
        // storage is full or blocked, so the wallet works until the next reload
      }
    },
  }
}

/** State that survives a reload. */
type SolanaMemory = {
  /** Address of the selected account. */
  readonly account?: string | undefined
  /** Addresses by origin. */
  readonly permissions: Readonly<Record<string, readonly string[]>>
}

/** Reads the stored state. Invalid parts are ignored one by one. */
function loadMemory(storage: WalletStorage | undefined, key: string): SolanaMemory {
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
    // storage is blocked or its content invalid, so start from scratch
    return {}
  }
}
