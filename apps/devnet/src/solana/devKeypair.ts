import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { devSeed } from '../keys/evm.js'

export type SolanaDevKeypair = {
  readonly address: string
  /** 64 bytes, seed and public key, as for `Keypair.fromSecretKey` and wallets. */
  readonly secretKey: Uint8Array
}

/**
 * A development account, funded on the local network. Its key derives from the development phrase by `m/44'/501'/index'/0'` (SLIP-10), as
 * in wallets, and is public: never use it elsewhere.
 */
export function solanaDevKeypair(index: number): SolanaDevKeypair {
  let node = hmac('ed25519 seed', devSeed())
  for (const step of [44, 501, index, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    // Ed25519 supports hardened steps only
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

type Ed25519Key = {
  readonly publicKey: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
}

/** PKCS #8 header of an Ed25519 seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key pair of a 32-byte seed (RFC 8032). */
export function toEd25519Key(seed: Uint8Array): Ed25519Key {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: new Uint8Array(spki.subarray(-32)),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  }
}
