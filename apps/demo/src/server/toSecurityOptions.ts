import type { ContentSecurityOptions } from '@latchkey/core/csp'
import type { DemoConfig } from '../config.js'

/** What the pages of the demo reach: the same that `createDemoModal` is given, and their own server. */
export function toSecurityOptions(config: DemoConfig): ContentSecurityOptions {
  const { chains, solana, bitcoin, relayUrl, walletsUrl, blockchainApiUrl, signIn, frameUrl } = config
  const others = [solana?.rpcUrl, bitcoin?.esploraUrl, signIn?.serverUrl, signIn?.membersUrl]
  return {
    networks: chains.map(({ rpcUrl }) => ({ rpcUrls: { default: { http: [rpcUrl] } } })),
    services: { relay: relayUrl, wallets: walletsUrl, blockchainApi: blockchainApiUrl, config: walletsUrl },
    endpoints: others.filter((url) => url !== undefined),
    frameUrl,
    // its picture in the tab, and where the chains are
    page: { 'img-src': ["'self'"], 'connect-src': ["'self'"] },
  }
}
