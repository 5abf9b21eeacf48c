import { toBase64url } from '../../encoding/base64url.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { FrameRequestError } from '../errors.js'

/** Milliseconds after which an unresponsive database counts as missing: third-party frames often get none. */
const storeTimeout = 1_000

/** Reads the key pair stored under a name; null if there is none, or the browser blocks storage in this frame. */
async function readStoredKey(name: string): Promise<CryptoKeyPair | null> {
  const found = await withStore('readonly', (store) => store.get(name))
  const { privateKey, publicKey } = (found ?? {}) as Partial<CryptoKeyPair>
  const isPair = privateKey instanceof CryptoKey && publicKey instanceof CryptoKey && !privateKey.extractable
  return isPair ? { privateKey, publicKey } : null
}

/** Stores a key pair for the next visit, if the browser allows it and has none. */
async function storeKey(name: string, pair: CryptoKeyPair): Promise<void> {
  await withStore('readwrite', (store) => store.add(pair, name))
}

async function withStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const keyRequest = new Promise<unknown>((resolve) => {
    const giveUp = (): void => resolve(undefined)
    setTimeout(giveUp, storeTimeout)
    try {
      const opening = indexedDB.open('latchkey-device', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
      opening.onerror = giveUp
      opening.onblocked = giveUp
      opening.onsuccess = () => {
        const database = opening.result
        const transaction = database.transaction('keys', mode)
        const request = act(transaction.objectStore('keys'))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = giveUp
        transaction.onerror = giveUp
        database.onversionchange = () => database.close()
      }
    } catch {
      // if storage is denied, accessing it throws: the key then lives as long as the page
      giveUp()
    }
  })
  return keyRequest
}

export type SigningKey = {
  readonly publicKey: DeviceKey
  /** Whether it will be there on the next visit. */
  readonly isKept: boolean
  /** Signs the UTF-8 bytes of a text: raw r‖s, base64url. */
  sign(text: string): Promise<string>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/**
 * Opens this browser's key for one app: P-256, not extractable by any script, even ours. The stored one if the browser keeps it for this
 * frame, else a new one for as long as the page lives.
 */
export async function openDeviceKey({ name }: { name: string }): Promise<SigningKey> {
  if (!globalThis.isSecureContext) throw new FrameRequestError('The wallet only works on pages served over https.')
  const kept = (await readStoredKey(name)) ?? (await keepNewPair(name))
  return toSigningKey(kept ?? (await createPair()), { isKept: kept !== null })
}

/** Opens a key that this browser keeps; null if it keeps none under that name. */
export async function openStoredKey({ name }: { name: string }): Promise<SigningKey | null> {
  const kept = globalThis.isSecureContext ? await readStoredKey(name) : null
  return kept && toSigningKey(kept, { isKept: true })
}

async function toSigningKey(pair: CryptoKeyPair, { isKept }: { readonly isKept: boolean }): Promise<SigningKey> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    publicKey: { x, y },
    isKept,
    async sign(text) {
      const bytes = new TextEncoder().encode(text)
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes)
      return toBase64url(new Uint8Array(signature))
    },
  }
}

/** If two tabs start at once, both use the first one's key; null if the browser keeps none. */
async function keepNewPair(name: string): Promise<CryptoKeyPair | null> {
  await storeKey(name, await createPair())
  return readStoredKey(name)
}

function createPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
}
