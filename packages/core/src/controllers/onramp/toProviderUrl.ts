import type { Purchase } from './state.js'

export type ProviderUrlRequest = {
  readonly url: string
  readonly purchase: Pick<Purchase, 'provider' | 'namespace' | 'address'>
  readonly projectId: string | undefined
}

/** The provider's page for a purchase. That of `meld` is told by us for whom and what; others know from the service. [S4.27] */
export function toProviderUrl({ url, purchase, projectId }: ProviderUrlRequest): string {
  const { provider, namespace, address } = purchase
  if (provider.name !== 'meld') return url
  const page = new URL(url)
  const params = {
    publicKey: provider.publicKey,
    destinationCurrencyCode: namespace === 'solana' ? 'SOL' : 'USDC',
    walletAddress: address,
    externalCustomerId: projectId,
  }
  for (const [name, value] of Object.entries(params)) if (value !== undefined) page.searchParams.set(name, value)
  return page.href
}
