import type { WalletStorage } from '../../scripted/wallet.js'
import type { BitcoinAddressType, BitcoinNetworkName } from '../bitcoinWallet.js'
import { type BitcoinKey, createKey } from '../keys/createKey.js'

/** The state of the wallet. */
export type BitcoinState = {
  /** Keys of the selected account on the selected network: payment, then ordinals. */
  readonly keys: () => readonly [BitcoinKey, BitcoinKey]
  readonly network: () => BitcoinNetworkName
  /** Whether the site has permission and the wallet is unlocked. */
  readonly isShown: () => boolean
  readonly isLocked: () => boolean
  readonly select: (index: number) => void
  readonly selectNetwork: (network: BitcoinNetworkName) => void
  readonly grant: (isGranted: boolean) => void
  readonly setLocked: (isLocked: boolean) => void
}

export type BitcoinStateOptions = {
  readonly name: string
  readonly privateKeys: readonly Uint8Array[]
  readonly network: BitcoinNetworkName
  readonly paymentType: BitcoinAddressType
  readonly storage: WalletStorage | undefined
  readonly origin: string
}

type Memory = { readonly index: number; readonly network: BitcoinNetworkName; readonly granted: readonly string[] }

export function createBitcoinState(options: BitcoinStateOptions): BitcoinState {
  const { name, privateKeys, paymentType, storage, origin } = options
  const memoryKey = `bitcoin wallet ${name}`
  let memory = load(storage?.getItem(memoryKey)) ?? { index: 0, network: options.network, granted: [] }
  let locked = false
  /** Caches keys, because deriving them is slow. */
  const found = new Map<string, readonly [BitcoinKey, BitcoinKey]>()

  const keep = (changed: Partial<Memory>): void => {
    memory = { ...memory, ...changed }
    storage?.setItem(memoryKey, JSON.stringify(memory))
  }

  return {
    keys() {
      const { index, network } = memory
      const privateKey = privateKeys[index]
      if (!privateKey) throw new RangeError(`There is no account ${index}.`)
      const place = `${index} ${network}`
      const keys = found.get(place) ?? [
        createKey({ privateKey, network, type: paymentType, purpose: 'payment' }),
        createKey({ privateKey, network, type: 'p2tr', purpose: 'ordinals' }),
      ]
      found.set(place, keys)
      return keys
    },
    network: () => memory.network,
    isShown: () => memory.granted.includes(origin) && !locked,
    isLocked: () => locked,
    select(index) {
      if (privateKeys[index] === undefined) throw new RangeError(`There is no account ${index}.`)
      keep({ index })
    },
    selectNetwork: (network) => keep({ network }),
    grant(isGranted) {
      const others = memory.granted.filter((known) => known !== origin)
      keep({ granted: isGranted ? [...others, origin] : others })
    },
    setLocked(isLocked) {
      locked = isLocked
    },
  }
}

/** Ignores state of another version or another program. */
function load(text: string | null | undefined): Memory | undefined {
  try {
    const { index, network, granted } = JSON.parse(text ?? '') as Memory
    const isSound = Number.isInteger(index) && typeof network === 'string' && Array.isArray(granted)
    return isSound ? { index, network, granted } : undefined
  } catch {
    return undefined // missing or invalid
  }
}
