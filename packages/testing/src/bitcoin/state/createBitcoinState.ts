import type { WalletStorage } from '../../evm/state/walletStorage.js'
import { type BitcoinAddressType, type BitcoinKey, type BitcoinNetworkName, createKey } from '../keys/createKey.js'

/** What the wallet remembers. */
export type BitcoinState = {
  /** Keys of the selected account on the selected network: payment, then ordinals. */
  readonly keys: () => readonly [BitcoinKey, BitcoinKey]
  readonly network: () => BitcoinNetworkName
  /** Whether the site may see accounts, and the wallet is open. */
  readonly isShown: () => boolean
  readonly isLocked: () => boolean
  readonly select: (index: number) => void
  readonly selectNetwork: (network: BitcoinNetworkName) => void
  readonly grant: (isGranted: boolean) => void
  readonly setLocked: (isLocked: boolean) => void
}

export type BitcoinStateOptions = {
  readonly name: string
  readonly privateKeys: readonly string[]
  readonly network: BitcoinNetworkName
  readonly paymentType: BitcoinAddressType
  readonly storage: WalletStorage | undefined
  readonly origin: string
}

type Memory = { readonly index: number; readonly network: BitcoinNetworkName; readonly granted: readonly string[] }

export function createBitcoinState(options: BitcoinStateOptions): BitcoinState {
  const { name, privateKeys, paymentType, storage, origin } = options
  const place = `bitcoin wallet ${name}`
  let memory = load(storage?.getItem(place)) ?? { index: 0, network: options.network, granted: [] }
  let locked = false

  const keep = (changed: Partial<Memory>): void => {
    memory = { ...memory, ...changed }
    storage?.setItem(place, JSON.stringify(memory))
  }

  return {
    keys() {
      const { index, network } = memory
      const privateKey = privateKeys[index]
      if (privateKey === undefined) throw new RangeError(`There is no account ${index}.`)
      return [
        createKey({ privateKey, network, type: paymentType, purpose: 'payment' }),
        createKey({ privateKey, network, type: 'p2tr', purpose: 'ordinals' }),
      ]
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

/** What was kept by an earlier version, or by somebody else, is forgotten. */
function load(text: string | null | undefined): Memory | undefined {
  try {
    const { index, network, granted } = JSON.parse(text ?? '') as Memory
    const isSound = Number.isInteger(index) && typeof network === 'string' && Array.isArray(granted)
    return isSound ? { index, network, granted } : undefined
  } catch {
    return undefined // nothing, or nothing of ours
  }
}
