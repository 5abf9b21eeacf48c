import { toWalletIcon, toWalletName } from '@latchkey/core'
import type { Eip1193Provider } from './provider.js'

/** A wallet as EIP-6963 announces it, cut to what is safe to show. Every word of it is a claim. */
export type Announcement = {
  readonly uuid: string
  readonly name: string
  /** Lower case; undefined where the claim is no reverse domain name. */
  readonly rdns: string | undefined
  /** A data URL of an image, for image elements only. */
  readonly icon: string | undefined
  readonly provider: Eip1193Provider
}

const domain = /^[a-z\d-]{1,63}(\.[a-z\d-]{1,63}){1,8}$/

/** Reads each field of a foreign object once, as a second look may show another value. Null for what is no wallet. */
export function parseAnnouncement(event: Event): Announcement | null {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: Eip1193Provider }>)
      .detail
    const { uuid, name, icon, rdns } = info
    if (typeof uuid !== 'string' || typeof rdns !== 'string') return null
    const label = toWalletName(name)
    if (!label || !/^[\w:.-]{1,64}$/.test(uuid) || typeof provider.request !== 'function') return null
    const domainName = rdns.length < 256 ? rdns.toLowerCase() : ''
    return {
      uuid,
      name: label,
      rdns: domain.test(domainName) ? domainName : undefined,
      icon: toWalletIcon(icon),
      provider,
    }
  } catch {
    return null // getters and proxies of other scripts may throw whatever they like
  }
}
