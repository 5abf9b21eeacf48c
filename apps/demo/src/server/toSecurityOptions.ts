import type { ContentSecurityOptions } from '@latchkey/core/csp'
import type { DemoConfig } from '../config.js'

/** The origins that the demo's pages may contact: the services of `createDemoModal` and the demo's own server. Also used by `npm run dev`. */
export function toSecurityOptions(config: DemoConfig): ContentSecurityOptions {
  const { chains, solana, bitcoin, relayUrl, walletsUrl, blockchainApiUrl, signIn, frameUrl, tokenUrl } = config
  const others = [solana?.rpcUrl, bitcoin?.esploraUrl, signIn?.serverUrl, signIn?.membersUrl, tokenUrl]
  return {
    networks: chains.map(({ rpcUrl }) => ({ rpcUrls: { default: { http: [rpcUrl] } } })),
    services: { relay: relayUrl, wallets: walletsUrl, blockchainApi: blockchainApiUrl, config: walletsUrl },
    endpoints: others.filter((url) => url !== undefined),
    frameUrl,
    // the favicon and /config.json
    page: { 'img-src': ["'self'"], 'connect-src': ["'self'"] },
  }
}
