/** The arguments of a Uniswap V2 router call. Amounts in atomic units, `deadline` in seconds since the epoch. */
export type RouterCall = {
  readonly paysNative: boolean
  readonly givesNative: boolean
  /** Undefined if the native currency is paid: then it is the value of the transaction. */
  readonly amountIn: bigint | undefined
  readonly minimum: bigint
  /** Lower case, from the token that is paid to the one received. The native currency is wrapped. */
  readonly path: readonly string[]
  readonly recipient: string
  readonly deadline: bigint
}

type Kind = Pick<RouterCall, 'paysNative' | 'givesNative'>

const tokens: Kind = { paysNative: false, givesNative: false }
const fromNative: Kind = { paysNative: true, givesNative: false }
const toNative: Kind = { paysNative: false, givesNative: true }

/** The functions of `UniswapV2Router02` with exact input; the second of each pair supports tokens with a transfer fee. */
const kinds: { readonly [selector: string]: Kind } = {
  '0x38ed1739': tokens, // swapExactTokensForTokens
  '0x5c11d795': tokens,
  '0x7ff36ab5': fromNative, // swapExactETHForTokens
  '0xb6f9de95': fromNative,
  '0x18cbafe5': toNative, // swapExactTokensForETH
  '0x791ac947': toNative,
}

/** More pools than any honest route has. */
const maxPath = 8

/**
 * Decodes a router call. Undefined for other functions; null if the arguments are not encoded exactly as a compiler does, since
 * another decoder might read them differently.
 */
export function readRouterCall(data: string): RouterCall | null | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  const kind = Object.hasOwn(kinds, selector) ? kinds[selector] : undefined
  if (!kind) return undefined
  const body = data.slice(10).toLowerCase()
  if (!/^([0-9a-f]{64})+$/.test(body)) return null
  const words = body.match(/.{64}/g) ?? []
  const head = kind.paysNative ? 4 : 5
  const [amountIn, minimum, offset, to, deadline, count] = (kind.paysNative ? [undefined, ...words] : words).map(
    (word) => (word === undefined ? undefined : BigInt(`0x${word}`)),
  )
  const path = words.slice(head + 1).map(toAddress)
  const recipient = to === undefined ? null : toAddress(words[head - 2] ?? '')
  if (minimum === undefined || deadline === undefined || offset !== BigInt(head * 32)) return null
  if (recipient === null || !path.every((address) => address !== null)) return null
  if (count !== BigInt(path.length) || path.length < 2 || path.length > maxPath) return null
  return { ...kind, amountIn, minimum, path, recipient, deadline }
}

function toAddress(word: string): string | null {
  return /^0{24}/.test(word) ? `0x${word.slice(24)}` : null
}
