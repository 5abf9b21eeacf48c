import { fromBase64url, toBase64url } from '../../encoding/base64url.js'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, SealedPhrase } from '../../protocol/account.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { createButton, createForm, createSecret, createSection, toTime } from '../elements.js'
import type { Confirm } from './confirm.js'
import { createFactorForm } from './factor.js'

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
    'The words that open your wallet in any other wallet app. Anyone with these words controls your wallet permanently.',
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

/** Moves to the wallet of other words, which the user brings along. */
export function createImport(
  call: CallVault,
  { seal: { isSealed, passkeys } }: AccountState,
  { confirm, refresh }: { readonly confirm: Confirm; readonly refresh: (notice?: string) => Promise<void> },
): HTMLElement {
  const place = h('div')
  const lead =
    'Already have a wallet in another app? Import its recovery phrase of 12 or 24 words, and this wallet uses its addresses. The current addresses stay yours: you can switch back to them below.'
  const send = async (phrase: SealedPhrase, code: string | undefined, by?: string): Promise<void> => {
    await call('wallets.import', { phrase, code, by })
    await refresh('Your wallet now uses the imported addresses. Reload your apps.')
  }
  const onWords = (words: string): Promise<void> =>
    confirm({
      purpose: 'import',
      place,
      // the words leave this function encrypted
      prepare: async () => sealForVault((await call('wallets.importKey', {})).key, words),
      onProof: async (code, phrase) => {
        if (!isSealed) return send(phrase, code)
        const onFactor = (by: string): Promise<void> => send(phrase, code, by)
        place.replaceChildren(...createFactorForm({ button: 'Import', passkeys, onFactor }))
      },
    })
  const begin = createButton(
    'Import a recovery phrase',
    () => {
      const form = createForm({
        label: 'Your 12 or 24 words, with spaces between them',
        type: 'words',
        button: 'Continue',
        onSubmit: (typed) => {
          const { length } = typed.trim().split(/\s+/)
          if (length !== 12 && length !== 24)
            throw new Error(`A recovery phrase has 12 or 24 words; this one has ${typed.trim() === '' ? 0 : length}.`)
          return onWords(typed)
        },
      })
      place.replaceChildren(h('p', {}, 'Never enter these words on any other page.'), form)
    },
    { tone: 'plain' },
  )
  place.append(begin)
  return createSection('Import', h('p', {}, lead), place)
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

type Purpose = 'export' | 'import'

/** Creates a key for one exchange with custody. It never leaves this window. */
async function createWindowKey(): Promise<{
  readonly key: DeviceKey
  readonly open: (phrase: SealedPhrase) => Promise<string>
  readonly seal: (to: DeviceKey, text: string) => Promise<SealedPhrase>
}> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  const agree = async (other: DeviceKey, purpose: Purpose): Promise<CryptoKey> => {
    const key = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', ...other }, curve, false, [])
    const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: key }, privateKey, 256)
    const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
    const info = new TextEncoder().encode(`latchkey/${purpose}/1`)
    return crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
      material,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    )
  }
  const toTerms = (iv: Uint8Array<ArrayBuffer>, purpose: Purpose): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(JSON.stringify([1, purpose])),
  })
  return {
    key: { x, y },
    open: async ({ key, nonce, sealed }) => {
      const aes = await agree(key, 'export')
      const plain = await crypto.subtle.decrypt(toTerms(fromBase64url(nonce), 'export'), aes, fromBase64url(sealed))
      return new TextDecoder().decode(plain)
    },
    seal: async (to, text) => {
      const aes = await agree(to, 'import')
      const nonce = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt(toTerms(nonce, 'import'), aes, new TextEncoder().encode(text))
      return { key: { x, y }, nonce: toBase64url(nonce), sealed: toBase64url(new Uint8Array(sealed)) }
    },
  }
}

/** Encrypts words to a key of custody, so that neither the site nor a log in between reads them. */
async function sealForVault(key: DeviceKey, words: string): Promise<SealedPhrase> {
  const { seal } = await createWindowKey()
  return seal(key, words)
}
