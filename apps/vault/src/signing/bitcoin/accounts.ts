import { toAddress, toFamily, toScript } from '@latchkey/adapter-bitcoin/internal'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import type { HDKey } from '@scure/bip32'
import { crypto } from 'bitcoinjs-lib'

/** `payment` is P2WPKH at BIP-84's path, `ordinal` P2TR at that of BIP-86. */
export type BitcoinPurpose = 'payment' | 'ordinal'

/** Main network, and all test networks together, as their coin types are. [SLIP-44] */
type CoinType = 'main' | 'test'

/** secp256k1, 32 bytes each. */
export type BitcoinKeys = { readonly [coin in CoinType]: { readonly [purpose in BitcoinPurpose]: Uint8Array } }

/** An account of a wallet on one Bitcoin network. */
export type BitcoinAccount = {
  readonly purpose: BitcoinPurpose
  readonly address: string
  /** The script of outputs that pay to it. */
  readonly script: Uint8Array
  /** Compressed, in hex. For Taproot it is the internal key. */
  readonly publicKey: string
  readonly path: string
}

const coins = ['main', 'test'] as const
const purposes = ['payment', 'ordinal'] as const

function toPath(coin: CoinType, purpose: BitcoinPurpose): string {
  return `m/${purpose === 'payment' ? 84 : 86}'/${coin === 'main' ? 0 : 1}'/0'/0/0`
}

/** Derives the keys of both accounts, for the main network and for test networks. [BIP-84] [BIP-86] */
export function deriveBitcoinKeys(master: HDKey): BitcoinKeys {
  const derive = (coin: CoinType, purpose: BitcoinPurpose): Uint8Array => {
    const { privateKey } = master.derive(toPath(coin, purpose))
    if (!privateKey) throw new Error('No key at this path')
    return privateKey
  }
  const ofCoin = (coin: CoinType): BitcoinKeys[CoinType] => ({
    payment: derive(coin, 'payment'),
    ordinal: derive(coin, 'ordinal'),
  })
  return { main: ofCoin('main'), test: ofCoin('test') }
}

export function listKeys(keys: BitcoinKeys): readonly Uint8Array[] {
  return coins.flatMap((coin) => purposes.map((purpose) => keys[coin][purpose]))
}

/** The public keys of a wallet as they are stored: compressed, in hex, in the order of {@link listKeys}. */
export function toPublicKeys(keys: BitcoinKeys): string {
  return listKeys(keys)
    .map((key) => hex.encode(secp256k1.getPublicKey(key)))
    .join(' ')
}

/**
 * The accounts of a wallet on a network, the one for payments first. Empty for an unknown network, and for a wallet from before Bitcoin
 * whose public keys aren't known yet.
 */
export function listBitcoinAccounts(publicKeys: string | null, chain: string): readonly BitcoinAccount[] {
  const family = toFamily(chain)
  if (publicKeys === null || family === undefined) return []
  const coin = family === 'main' ? 'main' : 'test'
  const own = publicKeys.split(' ').slice(coins.indexOf(coin) * purposes.length)
  return purposes.flatMap((purpose, index) => {
    const publicKey = own[index] ?? ''
    const script = toOwnScript(purpose, hex.decode(publicKey))
    const address = toAddress(script, family)
    return address === null ? [] : [{ purpose, address, script, publicKey, path: toPath(coin, purpose) }]
  })
}

function toOwnScript(purpose: BitcoinPurpose, publicKey: Uint8Array): Uint8Array {
  if (purpose === 'payment') return toScript('p2wpkh', crypto.hash160(publicKey))
  const { Point, utils } = schnorr
  const internal = publicKey.subarray(1)
  const point = utils.lift_x(toNumber(internal)).add(Point.BASE.multiply(toTweak(internal)))
  return toScript('p2tr', utils.pointToBytes(point))
}

/** The private key that signs for an account on a chain: for Taproot, tweaked to commit to no script. [BIP-86] Callers overwrite it. */
export function toSigningKey(keys: BitcoinKeys, chain: string, purpose: BitcoinPurpose): Uint8Array {
  const key = keys[toFamily(chain) === 'main' ? 'main' : 'test'][purpose]
  if (purpose === 'payment') return Uint8Array.from(key)
  const { Fn } = schnorr.Point
  const [parity, ...internal] = secp256k1.getPublicKey(key)
  const scalar = Fn.fromBytes(key)
  const even = parity === 2 ? scalar : Fn.neg(scalar)
  return Fn.toBytes(Fn.add(even, toTweak(Uint8Array.from(internal))))
}

/** Of an output without scripts. [BIP-341] */
function toTweak(internal: Uint8Array): bigint {
  return toNumber(schnorr.utils.taggedHash('TapTweak', internal))
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex.encode(bytes)}`)
}
