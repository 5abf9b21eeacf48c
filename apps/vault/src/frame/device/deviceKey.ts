import type { DeviceKey } from '../../protocol/statement.js'
import { FrameRefusal } from '../FrameRefusal.js'
import { toBase64url } from '../toBase64url.js'
import { readStoredKey, storeKey } from './storedKey.js'

export type SigningKey = {
  readonly publicKey: DeviceKey
  /** Whether it will be there on the next visit. */
  readonly isKept: boolean
  /** Over the UTF-8 bytes of a text: raw r‖s, base64url. */
  sign(text: string): Promise<string>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/**
 * This browser's key for one app: P-256, which no script can read, not even ours. The one from the last visit where the
 * browser keeps one for this frame, else a new one for as long as the page lives.
 */
export async function openDeviceKey({ name }: { name: string }): Promise<SigningKey> {
  if (!globalThis.isSecureContext) throw new FrameRefusal('The wallet needs a page that is served by https.')
  const kept = (await readStoredKey(name)) ?? (await keepNewPair(name))
  const pair = kept ?? (await createPair())
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    publicKey: { x, y },
    isKept: kept !== null,
    async sign(text) {
      const bytes = new TextEncoder().encode(text)
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes)
      return toBase64url(new Uint8Array(signature))
    },
  }
}

/** Of two tabs that begin at once the first one's key is for both; null where the browser keeps none. */
async function keepNewPair(name: string): Promise<CryptoKeyPair | null> {
  await storeKey(name, await createPair())
  return readStoredKey(name)
}

function createPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
}
