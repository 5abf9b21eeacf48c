import { fromBase64url, toBase64url } from '../../encoding/base64url.js'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, SealedPhrase } from '../../protocol/account.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createForm, createSecret, createSection } from '../elements.js'
import { words } from '../texts.js'
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
          const [phrase = '', ...keys] = (await open(await call('account.export', { key, code }))).split('\n')
          place.replaceChildren(
            createSecret(phrase, { name: words.phrase.title }),
            ...(keys.length > 0 ? [h('p', {}, words.phrase.keys), ...keys.map(createKey)] : []),
          )
        },
      }),
    { tone: 'plain' },
  )
  place.append(exportFrom > now ? wait : begin)
  return createSection({ title: words.phrase.title, icon: 'words' }, h('p', {}, words.phrase.lead), place)
}

/** An imported key, after its namespace. */
function createKey(line: string): HTMLElement {
  const [namespace, key = ''] = line.split(' ')
  const name = say(words.phrase.keyOf, { account: namespace === 'eip155' ? words.page.evm : 'Solana' })
  return h('div', {}, h('p', {}, name), createSecret(key, { name }))
}

/** Moves to the wallet of other words, or to another key for one of its accounts, which the user brings along. */
export function createImport(
  call: CallVault,
  { seal: { isSealed, passkeys } }: AccountState,
  { confirm, refresh }: { readonly confirm: Confirm; readonly refresh: (notice?: string) => Promise<void> },
): HTMLElement {
  const place = h('div')
  const bring = (kind: 'phrase' | 'key', typed: string): Promise<void> => {
    const send = async (phrase: SealedPhrase, code: string | undefined, by?: string): Promise<void> => {
      await call('wallets.import', { kind, phrase, code, by })
      await refresh(words.import.done)
    }
    return confirm({
      purpose: 'import',
      place,
      // the words or the key leave this function encrypted
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
  }
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
          return bring('phrase', typed)
        },
      })
      place.replaceChildren(h('p', {}, words.import.warning), form)
    },
    { tone: 'plain' },
  )
  const beginKey = createButton(
    words.import.beginKey,
    () => {
      const form = createForm({
        label: words.import.keyField,
        type: 'words',
        button: words.common.continue,
        onSubmit: (typed) => {
          if (!looksLikeKey(typed.trim())) throw new Error(words.import.badKey)
          return bring('key', typed)
        },
      })
      place.replaceChildren(h('p', {}, words.import.keyLead), form)
    },
    { tone: 'plain' },
  )
  place.append(begin, beginKey)
  return createSection({ title: words.import.title, icon: 'import' }, h('p', {}, words.import.lead), place)
}

/** Hex digits, base58, or a list of numbers; custody reads it. */
function looksLikeKey(text: string): boolean {
  return /^(?:(?:0x)?[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,90}|\[(?:\s*\d{1,3}\s*,){63}\s*\d{1,3}\s*\])$/i.test(text)
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
