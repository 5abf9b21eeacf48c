import type { CaipNetworkId } from '@latchkey/core'

export type FrameUrlOptions = {
  readonly url: string
  readonly projectId: string
  /** Where the app starts. */
  readonly chain: CaipNetworkId | undefined
  readonly rpcUrl: string | undefined
  readonly enableLogger: boolean
}

/** Version of the secure site's interface that we speak. */
const siteVersion = '4'

/** The address of the frame's page with what it needs to start. [S4.40] */
export function toFrameUrl({ url, projectId, chain, rpcUrl, enableLogger }: FrameUrlOptions): string {
  const address = new URL(url)
  const { searchParams } = address
  searchParams.set('projectId', projectId)
  searchParams.set('chainId', chain ?? 'eip155:1')
  searchParams.set('version', siteVersion)
  searchParams.set('enableLogger', String(enableLogger))
  if (rpcUrl) searchParams.set('rpcUrl', rpcUrl)
  return address.href
}
