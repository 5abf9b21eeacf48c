import { fromBase64url } from '../../encoding/base64url.js'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, SealedPhrase } from '../../protocol/account.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { createButton, createSecret, createSection, toTime } from '../elements.js'
import type { Confirm } from './confirm.js'

/** The recovery phrase, which works in any other wallet. */
export function createPhrase(
  call: CallVault,
  { exportFrom }: AccountState,
  { now, confirm }: { readonly now: number; readonly confirm: Confirm },
): HTMLElement {
  const place = h('div')
  const lead = h(
    'p',
    {},
    'Twelve words that open your wallet in any other wallet app. Anyone with these words controls your wallet permanently.',
  )
  const wait = h('p', {}, `This browser is new to your wallet. You can show the words here from ${toTime(exportFrom)}.`)
  const begin = createButton('Show my recovery phrase', () =>
    confirm({
      purpose: 'export',
      place,
      onProof: async (code) => {
        const { key, open } = await createWindowKey()
        const phrase = await open(await call('account.export', { key, code }))
        place.replaceChildren(createSecret(phrase, { name: 'Recovery phrase' }))
      },
    }),
  )
  place.append(exportFrom > now ? wait : begin)
  return createSection('Recovery phrase', lead, place)
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Creates a key for one export. It never leaves this window, so only this window can read what is sealed for it. */
async function createWindowKey(): Promise<{
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
