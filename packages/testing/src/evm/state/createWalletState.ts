import type { Address } from 'viem'
import type { EvmWalletOptions } from '../evmWallet.js'
import { type Accounts, createAccounts } from './createAccounts.js'
import { type Chains, createChains } from './createChains.js'
import { createLock, type Lock } from './createLock.js'
import { loadMemory } from './loadMemory.js'

export type WalletState = {
  readonly accounts: Accounts
  readonly chains: Chains
  readonly lock: Lock
  readonly origin: string
  /** The accounts that the site may know of, locked or not. */
  readonly granted: () => readonly Address[]
  readonly grant: (addresses: readonly Address[]) => void
  /** What the site sees now, the selected account first. */
  readonly exposed: () => readonly Address[]
  readonly save: () => void
}

export function createWalletState(options: EvmWalletOptions): WalletState {
  const { storage, origin = globalThis.location?.origin ?? 'null' } = options
  const key = `evm-wallet:${options.rdns}`
  const memory = loadMemory(storage, key)
  const accounts = createAccounts(options.accounts, memory.account)
  const chains = createChains({
    known: options.chains,
    added: memory.added,
    wanted: [memory.chainId, options.chainId],
  })
  const lock = createLock()
  let granted = memory.permissions[origin] ?? []

  const permitted = (): readonly Address[] => {
    const first = accounts.selected()
    const owned = granted.flatMap((address) => accounts.signer(address)?.address ?? [])
    return owned.includes(first) ? [first, ...owned.filter((address) => address !== first)] : owned
  }
  return {
    accounts,
    chains,
    lock,
    origin,
    granted: permitted,
    grant: (addresses) => {
      granted = addresses
    },
    exposed: () => (lock.isLocked() ? [] : permitted()),
    save: () => {
      const content = {
        account: accounts.selected(),
        chainId: chains.selected().id,
        added: chains.added(),
        permissions: { ...memory.permissions, [origin]: granted },
      }
      try {
        storage?.setItem(key, JSON.stringify(content))
      } catch {
        // a full or denied storage: the wallet works on and forgets at reload
      }
    },
  }
}
