import { createHmac } from 'node:crypto'
import { base58 } from '@scure/base'
import { devSeed } from '../world/devSeed.js'
import { toEd25519Key } from './toEd25519Key.js'

export type SolanaDevKeypair = {
  readonly address: string
  /** 64 bytes, the seed and the public key: what `Keypair.fromSecretKey` and wallets take. */
  readonly secretKey: Uint8Array
}

/**
 * One of the development accounts, funded on the local network. The key is that of `m/44'/501'/index'/0'` (SLIP-10) of
 * the development phrase, as wallets derive it, and thereby public: never use it elsewhere.
 */
export function solanaDevKeypair(index: number): SolanaDevKeypair {
  let node = hmac('ed25519 seed', devSeed())
  for (const step of [44, 501, index, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    // every step is hardened: Ed25519 knows no others
    data.writeUInt32BE(step + 0x80000000, 33)
    node = hmac(node.subarray(32), data)
  }
  const seed = node.subarray(0, 32)
  const { publicKey } = toEd25519Key(seed)
  return { address: base58.encode(publicKey), secretKey: new Uint8Array([...seed, ...publicKey]) }
}

function hmac(key: string | Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha512', key).update(data).digest()
}
