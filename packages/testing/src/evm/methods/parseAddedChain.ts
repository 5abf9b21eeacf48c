import { createRpcError } from '../errors/createRpcError.js'
import type { WalletChain } from '../state/walletChain.js'
import { firstParam } from './firstParam.js'
import { parseChainId } from './parseChainId.js'

/** The parameter of `wallet_addEthereumChain`, held against EIP-3085. -32602 names the field that is wrong. */
export function parseAddedChain(params: unknown): WalletChain {
  const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls, iconUrls } = firstParam(params)
  const id = parseChainId(chainId)
  if (!isText(chainName)) throw wrong('chainName', 'a text')
  if (!isCurrency(nativeCurrency)) throw wrong('nativeCurrency', 'a name, a symbol of 1 to 6 characters and decimals')
  if (!isUrlList(rpcUrls) || !rpcUrls[0]) throw wrong('rpcUrls', 'at least one URL, each https or local')
  if (!isOptionalUrlList(blockExplorerUrls)) throw wrong('blockExplorerUrls', 'a list of URLs, each https or local')
  if (!isOptionalUrlList(iconUrls)) throw wrong('iconUrls', 'a list of URLs, each https or local')
  return { id, name: chainName, rpcUrl: rpcUrls[0], symbol: nativeCurrency.symbol }
}

function wrong(field: string, expected: string): Error {
  return createRpcError(-32_602, `Invalid ${field}: expected ${expected}.`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isCurrency(value: unknown): value is { readonly symbol: string } {
  if (typeof value !== 'object' || value === null) return false
  const { name, symbol, decimals } = value as Readonly<Record<string, unknown>>
  const isSymbol = isText(symbol) && symbol.length <= 6
  return isText(name) && isSymbol && Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 36
}

function isOptionalUrlList(value: unknown): boolean {
  return value === undefined || value === null || isUrlList(value)
}

function isUrlList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isAllowedUrl)
}

function isAllowedUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}
