import type { Address, Hex, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Emitter } from '../../scripted/createEmitter.js'
import { createLock, type Lock } from '../../scripted/locks.js'
import type { EvmWalletOptions, WalletChain } from '../evmWallet.js'
import { loadMemory } from './loadMemory.js'

export type WalletState = {
  readonly accounts: Accounts
  readonly chains: Chains
  readonly lock: Lock
  readonly origin: string
  /** Accounts that the site has permission for, even while locked. */
  readonly granted: () => readonly Address[]
  readonly grant: (addresses: readonly Address[]) => void
  /** Accounts that the site sees now, the selected one first. */
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
        // storage is full or blocked, so the wallet works until the next reload
      }
    },
  }
}

/** Changes and stores the state, and notifies a connected site of visible changes. */
export function createUpdate(state: WalletState, { emit }: Emitter): (change: () => void) => void {
  return (change) => {
    const accounts = state.exposed()
    const chain = state.chains.selected()
    change()
    state.save()
    const accountsNow = state.exposed()
    const chainNow = state.chains.selected()
    if (accounts.join() !== accountsNow.join()) emit('accountsChanged', [...accountsNow])
    if (accountsNow.length > 0 && chain.id !== chainNow.id) emit('chainChanged', `0x${chainNow.id.toString(16)}`)
  }
}

export type Accounts = {
  readonly list: () => readonly Address[]
  readonly selected: () => Address
  readonly select: (index: number) => void
  readonly add: (key: Hex) => void
  /** The signer of an address, case-insensitive. */
  readonly signer: (address: string) => LocalAccount | undefined
}

function createAccounts(given: readonly (Hex | LocalAccount)[], remembered: Address | undefined): Accounts {
  const signers: LocalAccount[] = given.map((account) =>
    typeof account === 'string' ? privateKeyToAccount(account) : account,
  )
  const find = (address: string): LocalAccount | undefined =>
    signers.find((signer) => signer.address.toLowerCase() === address.toLowerCase())
  const at = (index: number): LocalAccount => {
    const signer = signers[index]
    if (!signer) throw new RangeError(`The wallet has ${signers.length} accounts, none at index ${index}`)
    return signer
  }
  let selected = (remembered && find(remembered)) ?? at(0)
  return {
    list: () => signers.map(({ address }) => address),
    selected: () => selected.address,
    select: (index) => {
      selected = at(index)
    },
    add: (key) => {
      const signer = privateKeyToAccount(key)
      if (!find(signer.address)) signers.push(signer)
    },
    signer: find,
  }
}

export type Chains = {
  readonly list: () => readonly WalletChain[]
  readonly selected: () => WalletChain
  readonly find: (id: number) => WalletChain | undefined
  readonly select: (id: number) => void
  readonly add: (chain: WalletChain) => void
  /** Only chains added by `add`, including those from before a reload. */
  readonly added: () => readonly WalletChain[]
}

export type ChainsOptions = {
  readonly known: readonly WalletChain[]
  readonly added: readonly WalletChain[]
  /** Selects the first known chain of these, or else the first chain. */
  readonly wanted: readonly (number | undefined)[]
}

function createChains({ known, added, wanted }: ChainsOptions): Chains {
  const list = [...known, ...added.filter(({ id }) => known.every((chain) => chain.id !== id))]
  const find = (id: number | undefined): WalletChain | undefined => list.find((chain) => chain.id === id)
  const expect = (id: number | undefined): WalletChain => {
    const chain = find(id)
    if (!chain) throw new RangeError(`The wallet does not know the chain ${id}`)
    return chain
  }
  let selected = expect(wanted.find((id) => find(id)) ?? list[0]?.id)
  return {
    list: () => [...list],
    selected: () => selected,
    find,
    select: (id) => {
      selected = expect(id)
    },
    add: (chain) => {
      if (!find(chain.id)) list.push(chain)
    },
    added: () => list.slice(known.length),
  }
}
