import { type ContentSecurityOptions, toContentSecurityPolicy } from '@latchkey/core/csp'
import type { DemoConfig } from '../config.js'

/** The origins that the demo's pages may contact: the services of `createDemoModal` and the demo's own server. Also used by `npm run dev`. */
export function toSecurityOptions(config: DemoConfig): ContentSecurityOptions {
  const { chains, solana, bitcoin, relayUrl, walletsUrl, blockchainApiUrl, signIn, frameUrl } = config
  const others = [solana?.rpcUrl, bitcoin?.esploraUrl, signIn?.serverUrl, signIn?.membersUrl]
  return {
    networks: chains.map(({ rpcUrl }) => ({ rpcUrls: { default: { http: [rpcUrl] } } })),
    services: { relay: relayUrl, wallets: walletsUrl, blockchainApi: blockchainApiUrl, config: walletsUrl },
    endpoints: others.filter((url) => url !== undefined),
    frameUrl,
    // the favicon and /config.json
    page: { 'img-src': ["'self'"], 'connect-src': ["'self'"] },
  }
}

/** The content security policy of a page. The gallery has fonts of its own, shows its pages in frames, and contacts nobody. */
export function toPolicy(config: DemoConfig, path: string): string {
  if (path !== '/gallery' && path !== '/gallery.html') return toContentSecurityPolicy(toSecurityOptions(config)).header
  const page = { 'img-src': ["'self'"], 'font-src': ["'self'"], 'frame-src': ["'self'"] }
  return toContentSecurityPolicy({ page }).header.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
}
