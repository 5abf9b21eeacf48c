import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import type { WalletChain } from '../evmWallet.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { firstParam, parseChainId } from './parameters.js'

/** `wallet_switchEthereumChain` (EIP-3326). Throws 4902 for an unknown chain. */
export async function switchChain({ state, script, update }: WalletContext, call: WalletCall): Promise<null> {
  const hex = firstParam(call.params)['chainId']
  const chain = state.chains.find(parseChainId(hex))
  if (!chain) {
    const advice = 'Try adding the chain using wallet_addEthereumChain first.'
    throw createRpcError(4_902, `Unrecognized chain ID "${String(hex)}". ${advice}`)
  }
  if (chain === state.chains.selected()) return null
  await call.ask('switch', `Switch to ${safeText(chain.name ?? `chain ${chain.id}`)}`)
  if (!script.flags().lieAboutSwitch) update(() => state.chains.select(chain.id))
  return null
}

/** `wallet_addEthereumChain` (EIP-3085): adds the chain if its node reports the same id, and switches to it. */
export async function addChain(context: WalletContext, call: WalletCall): Promise<null> {
  const { state, script, update } = context
  const chain = parseAddedChain(call.params)
  const name = safeText(chain.name ?? '')
  if (state.chains.find(chain.id)) {
    if (chain.id === state.chains.selected().id) return null
    await call.ask('switch', `Switch to ${name}`)
  } else {
    await expectChainId(context, chain)
    await call.ask('add', `Add the network ${name} (${chain.id}) and switch to it`)
  }
  update(() => {
    state.chains.add(chain)
    if (!script.flags().lieAboutSwitch) state.chains.select(chain.id)
  })
  return null
}

async function expectChainId({ forward }: WalletContext, chain: WalletChain): Promise<void> {
  const answer = await forward(chain, 'eth_chainId', []).catch((cause: unknown) => {
    throw Object.assign(createRpcError(-32_602, `${chain.rpcUrl} is unreachable.`), { cause })
  })
  if (Number(answer) !== chain.id) {
    throw createRpcError(-32_602, `${chain.rpcUrl} serves chain ${Number(answer)}, not ${chain.id}.`)
  }
}

/** Parses the parameter of `wallet_addEthereumChain` (EIP-3085). Throws -32602 with the invalid field. */
function parseAddedChain(params: unknown): WalletChain {
  const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls, iconUrls } = firstParam(params)
  const id = parseChainId(chainId)
  if (!isText(chainName)) throw invalid('chainName', 'a text')
  if (!isCurrency(nativeCurrency)) throw invalid('nativeCurrency', 'a name, a symbol of 1 to 6 characters and decimals')
  if (!isUrlList(rpcUrls) || !rpcUrls[0]) throw invalid('rpcUrls', 'at least one URL, each https or local')
  if (!isOptionalUrlList(blockExplorerUrls)) throw invalid('blockExplorerUrls', 'a list of URLs, each https or local')
  if (!isOptionalUrlList(iconUrls)) throw invalid('iconUrls', 'a list of URLs, each https or local')
  return { id, name: chainName, rpcUrl: rpcUrls[0], symbol: nativeCurrency.symbol }
}

function invalid(field: string, expected: string): Error {
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
