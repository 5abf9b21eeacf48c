import { type BitcoinNetwork, bitcoinRegtest } from '../src/networks.js'

/** The local chain as a network of the adapter. */
export function createLocalNetwork(...urls: readonly string[]): BitcoinNetwork {
  return { ...bitcoinRegtest, rpcUrls: { default: { http: urls } } }
}
