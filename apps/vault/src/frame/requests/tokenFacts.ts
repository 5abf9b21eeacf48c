import type { Summary } from '../../protocol/summary.js'
import type { CallNode } from './node.js'

/** Symbol and decimals that a token's contract claims. */
export type TokenFacts = { readonly symbol: string; readonly decimals: number }

export type TokenOptions = {
  readonly summary: Summary
  readonly callNode: CallNode
  readonly rpcUrl?: string | undefined
  readonly signal: AbortSignal
}

/** Selectors of `symbol()` and `decimals()`. [ERC-20] */
const symbolCall = '0x95d89b41'
const decimalsCall = '0x313ce567'
/** As many as the screen has room for; further tokens are shown by address alone. */
const maxTokens = 8

/** Options of {@link readTokens}. */
export async function readTokenFacts({
  summary,
  ...options
}: TokenOptions): Promise<Readonly<Record<string, TokenFacts>>> {
  return readTokens({ ...options, chain: summary.chain, addresses: listTokens(summary) })
}

/**
 * By lower-case contract address; contracts that don't respond like a token are left out. These are the contract's claims: a screen that
 * shows them shows the address too.
 */
export async function readTokens({
  chain,
  addresses,
  callNode,
  rpcUrl,
  signal,
}: Omit<TokenOptions, 'summary'> & {
  readonly chain: string
  readonly addresses: readonly string[]
}): Promise<Readonly<Record<string, TokenFacts>>> {
  const call = (to: string, data: string): Promise<unknown> =>
    callNode({ chain, method: 'eth_call', params: [{ to, data }, 'latest'], rpcUrl, signal })
  const read = async (token: string): Promise<readonly [string, TokenFacts] | null> => {
    const [symbol, decimals] = await Promise.all([call(token, symbolCall), call(token, decimalsCall)])
    const facts = { symbol: readText(symbol), decimals: readNumber(decimals) }
    return facts.symbol === null || facts.decimals === null
      ? null
      : [token.toLowerCase(), { symbol: facts.symbol, decimals: facts.decimals }]
  }
  const found = await Promise.allSettled(addresses.slice(0, maxTokens).map(read))
  signal.throwIfAborted()
  return Object.fromEntries(found.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : [])))
}

function listTokens(summary: Summary): readonly string[] {
  if (summary.kind === 'evmTransaction') return 'token' in summary.call ? [summary.call.token] : []
  if (summary.kind === 'calls')
    return [...new Set(summary.calls.flatMap(({ call }) => ('token' in call ? [call.token] : [])))]
  if (summary.kind === 'permission') return summary.terms?.tokens.map(({ address }) => address) ?? []
  if (summary.kind !== 'typedData') return []
  return [...new Set([...summary.allowances, ...summary.transfers].map(({ token }) => token))]
}

function readNumber(value: unknown): number | null {
  if (typeof value !== 'string' || !/^0x0{62}[\da-f]{2}$/i.test(value)) return null
  const number = Number(value)
  return number <= 36 ? number : null
}

/** Decodes a string returned by a contract: dynamic, or 32 bytes in older ones. Allows letters, digits and a few symbols only. */
function readText(value: unknown): string | null {
  if (typeof value !== 'string' || !/^0x([\da-f]{2}){32,512}$/i.test(value)) return null
  const bytes = Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const isDynamic = bytes.length >= 96
  const length = isDynamic ? (bytes[63] ?? 0) : 32
  const content = isDynamic ? bytes.subarray(64, 64 + length) : bytes
  const text = new TextDecoder().decode(content).replace(/\0+$/, '')
  return /^[\w.$+₮-]{1,20}$/.test(text) ? text : null
}
