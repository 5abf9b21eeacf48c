import type { SwapToken } from '../../api/blockchain/types.js'

/** The token of an address or, where there is none, of a symbol. */
export function findSwapToken(tokens: readonly SwapToken[], wanted: string | undefined): SwapToken | undefined {
  if (!wanted) return undefined
  const text = wanted.toLowerCase()
  return (
    tokens.find(({ address }) => address?.toLowerCase() === text) ??
    tokens.find(({ symbol }) => symbol.toLowerCase() === text)
  )
}
