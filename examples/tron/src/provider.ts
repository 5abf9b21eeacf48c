/** The provider that a TRON wallet adds to the page (TIP-1193). */
export type TronProvider = {
  request(request: { readonly method: string; readonly params?: readonly unknown[] | undefined }): Promise<unknown>
  on(event: string, listener: (data: never) => void): unknown
  removeListener(event: string, listener: (data: never) => void): unknown
  readonly tronWeb: {
    /** The connected account; `false` without permission. */
    readonly defaultAddress: { readonly base58: string | false }
    readonly trx: { signMessageV2(message: string): Promise<string> }
  }
}

/** A wallet's announcement (TIP-6963). */
export type Announcement = {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string }
  readonly provider: TronProvider
}

export const announceEvent = 'TIP6963:announceProvider'
export const requestEvent = 'TIP6963:requestProvider'

/** Parses the event of a wallet; undefined if it isn't an announcement. */
export function parseAnnouncement(event: Event): Announcement | undefined {
  const { info, provider } = (event as CustomEvent<Partial<Announcement> | null>).detail ?? {}
  const isNamed = [info?.name, info?.rdns, info?.icon].every((text) => typeof text === 'string' && text !== '')
  return info && isNamed && typeof provider?.request === 'function' ? { info, provider } : undefined
}
