import { keyIcon } from '../../scripted/wallet.js'

/** https://eips.ethereum.org/EIPS/eip-6963#provider-info */
export type ProviderInfo = {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

export type ProviderDetail = { readonly info: ProviderInfo; readonly provider: unknown }

export type AnnounceOptions = {
  /** Milliseconds until the wallet appears. Before that it doesn't respond to requests either. Default: immediately. */
  readonly after?: number | undefined
  /** Replaces parts of the announcement. */
  readonly detail?: { readonly info?: Partial<ProviderInfo> | undefined; readonly provider?: unknown } | undefined
}

/** Announces a provider (EIP-6963) on a window: now or later, and on every request. Returns a function that removes it. */
export function announceProvider(
  target: EventTarget,
  { info, provider }: ProviderDetail,
  { after, detail: lie = {} }: AnnounceOptions = {},
): () => void {
  // frozen, as the standard requires, so that no site can change what the next one sees
  const detail = Object.freeze({
    info: Object.freeze({ ...info, ...lie.info }),
    provider: 'provider' in lie ? lie.provider : provider,
  })
  const announce = (): void => void target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  const begin = (): void => {
    announce()
    target.addEventListener('eip6963:requestProvider', announce)
  }
  const timer = after === undefined ? undefined : setTimeout(begin, after)
  if (timer === undefined) begin()
  return () => {
    clearTimeout(timer)
    target.removeEventListener('eip6963:requestProvider', announce)
  }
}

/** Announces many different wallets that reject everything, again on every request. Returns a function that removes them. */
export function announceMany(target: EventTarget, count: number): () => void {
  const details = Array.from({ length: count }, (_, index) => {
    const info = { uuid: createUuid(), name: `Wallet ${index}`, icon: keyIcon, rdns: `example.wallet${index}` }
    const provider = {
      request: () => Promise.reject(Object.assign(new Error('There is no wallet here.'), { code: 4_900 })),
      on: () => provider,
      removeListener: () => provider,
    }
    return Object.freeze({ info: Object.freeze(info), provider })
  })
  // one listener for all, so that ten thousand wallets measure discovery and not memory
  const announce = (): void => {
    for (const detail of details) target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  announce()
  target.addEventListener('eip6963:requestProvider', announce)
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}

/** Sets `target.ethereum` and announces it, as before EIP-6963. Returns a function that restores the previous value. */
export function injectProvider(target: EventTarget, provider: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, 'ethereum')
  Object.defineProperty(target, 'ethereum', { value: provider, configurable: true, enumerable: true, writable: true })
  target.dispatchEvent(new Event('ethereum#initialized'))
  return () => {
    // another wallet may have replaced this one, so there is nothing to restore
    if (Reflect.get(target, 'ethereum') !== provider) return
    if (before) Object.defineProperty(target, 'ethereum', before)
    else Reflect.deleteProperty(target, 'ethereum')
  }
}

/** Creates a random UUID. Also works on insecure pages, which lack `crypto.randomUUID`. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    // version 4 and variant 1 (RFC 9562)
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
