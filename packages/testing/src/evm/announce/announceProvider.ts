import type { ProviderDetail, ProviderInfo } from './providerDetail.js'

export type AnnounceOptions = {
  /** Milliseconds until the wallet is there; before, it does not answer requests either. Default: at once. */
  readonly after?: number | undefined
  /** What to announce instead of the truth. */
  readonly detail?: { readonly info?: Partial<ProviderInfo> | undefined; readonly provider?: unknown } | undefined
}

/** Announces a provider (EIP-6963) on a window: now or later, and on every request. Returns its undoing. */
export function announceProvider(
  target: EventTarget,
  { info, provider }: ProviderDetail,
  { after, detail: lie = {} }: AnnounceOptions = {},
): () => void {
  // frozen, as the standard asks: no site may change what the next one sees
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
