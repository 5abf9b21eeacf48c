import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { crypto, initEccLib, type Network, networks, payments } from 'bitcoinjs-lib'
import { type ECPairAPI, ECPairFactory, type ECPairInterface } from 'ecpair'
import type { BitcoinAddress, BitcoinAddressType, BitcoinNetworkName } from '../bitcoinWallet.js'

/** A key with its address, for signing. */
export type BitcoinKey = BitcoinAddress & {
  readonly script: Uint8Array
  readonly pair: ECPairInterface
  /** The signing key of the address: with Taproot, the tweaked key (BIP-341). */
  readonly signer: ECPairInterface
  /** With `p2sh`, the SegWit script inside. */
  readonly redeemScript: Uint8Array | undefined
}

export type KeyOptions = {
  readonly privateKey: Uint8Array
  readonly type: BitcoinAddressType
  readonly purpose: BitcoinAddress['purpose']
  readonly network: BitcoinNetworkName
}

/** Created with the first key, because checking the curve takes longer than many keys. Keeps no keys. */
const getPairs = once((): ECPairAPI => ECPairFactory(ecc))

/** BIP-44, 49, 84 and 86. */
const purposes = { p2pkh: 44, p2sh: 49, p2wpkh: 84, p2tr: 86 }

export function createKey({ privateKey, type, purpose, network: name }: KeyOptions): BitcoinKey {
  initEccLib(ecc)
  const network = toNetwork(name)
  const pair = getPairs().fromPrivateKey(privateKey, { network })
  const xOnly = pair.publicKey.slice(1, 33)
  const isTaproot = type === 'p2tr'
  const { address = '', output = new Uint8Array(), redeem } = toPayment(type, pair.publicKey, network)
  return {
    address,
    type,
    purpose,
    publicKey: hex.encode(pair.publicKey),
    path: `m/${purposes[type]}'/${name === 'mainnet' ? 0 : 1}'/0'/0/0`,
    script: output,
    pair,
    signer: isTaproot ? pair.tweak(crypto.taggedHash('TapTweak', xOnly)) : pair,
    redeemScript: redeem?.output,
  }
}

export function toNetwork(name: BitcoinNetworkName): Network {
  return { mainnet: networks.bitcoin, testnet: networks.testnet, signet: networks.testnet, regtest: networks.regtest }[
    name
  ]
}

function toPayment(type: BitcoinAddressType, pubkey: Uint8Array, network: Network): payments.Payment {
  switch (type) {
    case 'p2pkh':
      return payments.p2pkh({ pubkey, network })
    case 'p2sh':
      return payments.p2sh({ redeem: payments.p2wpkh({ pubkey, network }), network })
    case 'p2wpkh':
      return payments.p2wpkh({ pubkey, network })
    case 'p2tr':
      return payments.p2tr({ internalPubkey: pubkey.slice(1, 33), network })
  }
}

function once<value>(make: () => value): () => value {
  let made: value | undefined
  return () => {
    made ??= make()
    return made
  }
}
