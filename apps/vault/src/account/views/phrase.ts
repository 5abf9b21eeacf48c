import { fromBase64url, toBase64url } from '../../encoding/base64url.js'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, SealedPhrase } from '../../protocol/account.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { createButton, createForm, createSecret, createSection } from '../elements.js'
import { say, toTime, words } from '../texts.js'
import type { Confirm } from './confirm.js'
import { createFactorForm } from './factor.js'

/** The recovery phrase, which works in any other wallet. */
export function createPhrase(
  call: CallVault,
  { exportFrom }: AccountState,
  { now, confirm }: { readonly now: number; readonly confirm: Confirm },
): HTMLElement {
  const place = h('div')
  const wait = h('p', {}, say(words.phrase.newBrowser, { time: toTime(exportFrom) }))
  const begin = createButton(
    words.phrase.show,
    () =>
      confirm({
        purpose: 'export',
        place,
        onProof: async (code) => {
          const { key, open } = await createWindowKey()
          const phrase = await open(await call('account.export', { key, code }))
          place.replaceChildren(createSecret(phrase, { name: words.phrase.title }))
        },
      }),
    { tone: 'plain' },
  )
  place.append(exportFrom > now ? wait : begin)
  return createSection({ title: words.phrase.title, icon: 'words' }, h('p', {}, words.phrase.lead), place)
}

/** Moves to the wallet of other words, which the user brings along. */
export function createImport(
  call: CallVault,
  { seal: { isSealed, passkeys } }: AccountState,
  { confirm, refresh }: { readonly confirm: Confirm; readonly refresh: (notice?: string) => Promise<void> },
): HTMLElement {
  const place = h('div')
  const send = async (phrase: SealedPhrase, code: string | undefined, by?: string): Promise<void> => {
    await call('wallets.import', { phrase, code, by })
    await refresh(words.import.done)
  }
  const onPhrase = (typed: string): Promise<void> =>
    confirm({
      purpose: 'import',
      place,
      // the words leave this function encrypted
      prepare: async () => sealForVault((await call('wallets.importKey', {})).key, typed),
      onProof: async (code, phrase) => {
        if (!isSealed) return send(phrase, code)
        const onFactor = (by: string): Promise<void> => send(phrase, code, by)
        place.replaceChildren(
          ...createFactorForm({
            button: words.import.submit,
            passkeys,
            onFactor,
          }),
        )
      },
    })
  const begin = createButton(
    words.import.begin,
    () => {
      const form = createForm({
        label: words.import.field,
        type: 'words',
        button: words.common.continue,
        onSubmit: (typed) => {
          const { length } = typed.trim().split(/\s+/)
          if (length !== 12 && length !== 24)
            throw new Error(say(words.import.count, { n: typed.trim() === '' ? 0 : length }))
          return onPhrase(typed)
        },
      })
      place.replaceChildren(h('p', {}, words.import.warning), form)
    },
    { tone: 'plain' },
  )
  place.append(begin)
  return createSection({ title: words.import.title, icon: 'import' }, h('p', {}, words.import.lead), place)
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
async function sealForVault(key: DeviceKey, phrase: string): Promise<SealedPhrase> {
  const { seal } = await createWindowKey()
  return seal(key, phrase)
}
