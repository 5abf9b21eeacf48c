import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { type Place, seal, unseal } from './seal.js'

/** Encrypts to an X25519 public key (SPKI, DER). The result starts with the length of the ephemeral public key and that key. */
export function sealTo(
  publicKey: Uint8Array,
  { plain, place }: { readonly plain: Uint8Array; readonly place: Place },
): Buffer {
  const once = generateKeyPairSync('x25519')
  const own = toSpki(once.publicKey)
  const other = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  const sealed = seal(agree(once.privateKey, other), { plain, place })
  return Buffer.concat([Buffer.from([own.byteLength]), own, sealed])
}

/** Throws if it was sealed for another key or place. */
export function openBy(
  privateKey: KeyObject,
  { sealed, place }: { readonly sealed: Uint8Array; readonly place: Place },
): Buffer {
  const bytes = Buffer.from(sealed)
  const size = bytes.readUInt8(0)
  const other = createPublicKey({ key: bytes.subarray(1, 1 + size), format: 'der', type: 'spki' })
  return unseal(agree(privateKey, other), { sealed: bytes.subarray(1 + size), place })
}

/** Returns the X25519 private key for 32 bytes. [RFC 8410] */
export function toPrivateKey(bytes: Uint8Array): KeyObject {
  const head = Buffer.from('302e020100300506032b656e04220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([head, bytes]), format: 'der', type: 'pkcs8' })
}

/** The public half of a key, SPKI in DER. */
export function toSpki(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return publicKey.export({ format: 'der', type: 'spki' })
}

function agree(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const secret = diffieHellman({ privateKey, publicKey })
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'latchkey/custody/1/process', 32))
}
