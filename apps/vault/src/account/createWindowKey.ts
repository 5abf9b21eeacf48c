import type { SealedPhrase } from '../protocol/account.js'
import type { DeviceKey } from '../protocol/statement.js'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** A key for one export, which never leaves this window: what is sealed for it only this window reads. */
export async function createWindowKey(): Promise<{
  readonly key: DeviceKey
  readonly open: (phrase: SealedPhrase) => Promise<string>
}> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return {
    key: { x, y },
    open: async ({ key, nonce, sealed }) => {
      const other = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', ...key }, curve, false, [])
      const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, 256)
      const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
      const info = new TextEncoder().encode('latchkey/export/1')
      const aes = await crypto.subtle.deriveKey(
        { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
        material,
        { name: 'AES-GCM', length: 256 },
        false,
        ['decrypt'],
      )
      const additionalData = new TextEncoder().encode(JSON.stringify([1, 'export']))
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromBase64url(nonce), additionalData },
        aes,
        fromBase64url(sealed),
      )
      return new TextDecoder().decode(plain)
    },
  }
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}
