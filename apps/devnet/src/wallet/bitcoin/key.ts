import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { crypto, initEccLib, networks, payments } from 'bitcoinjs-lib'
import { ECPairFactory, type ECPairInterface } from 'ecpair'

export type BitcoinKey = {
  readonly pair: ECPairInterface
  /** P2WPKH, for payments. */
  readonly payment: { readonly address: string; readonly script: Uint8Array }
  /** P2TR with this key alone (BIP-86), for ordinals. */
  readonly ordinal: { readonly address: string; readonly script: Uint8Array; readonly internal: Uint8Array }
  /** The key with BIP-341's tweak, for the ordinal address. */
  readonly tweaked: ECPairInterface
}

/** Creates a regtest key with its two addresses. */
export function createBitcoinKey(privateKey: string): BitcoinKey {
  initEccLib(ecc)
  const network = networks.regtest
  const pair = ECPairFactory(ecc).fromPrivateKey(hex.decode(privateKey), { network })
  const internal = pair.publicKey.subarray(1)
  const payment = payments.p2wpkh({ pubkey: pair.publicKey, network })
  const ordinal = payments.p2tr({ internalPubkey: internal, network })
  if (!payment.address || !payment.output || !ordinal.address || !ordinal.output) throw new Error('No address.')
  return {
    pair,
    payment: { address: payment.address, script: payment.output },
    ordinal: { address: ordinal.address, script: ordinal.output, internal },
    tweaked: pair.tweak(crypto.taggedHash('TapTweak', internal)),
  }
}
