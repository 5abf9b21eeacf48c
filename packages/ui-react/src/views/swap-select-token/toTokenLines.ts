import type { SwapToken, TokenBalance } from '@latchkey/core'
import { isSameToken } from '@latchkey/core/internal'

export type TokenLine =
  | { readonly kind: 'head'; readonly id: 'own' | 'all' }
  | { readonly kind: 'row'; readonly id: string; readonly token: SwapToken; readonly balance: TokenBalance | undefined }

export type TokenQuery = {
  readonly tokens: readonly SwapToken[]
  /** What the account has. */
  readonly own: readonly TokenBalance[]
  /** Part of a symbol, of a name, or of an address. */
  readonly text: string
}

/** Tokens that can be swapped and answer to the text: what the account has first, then all others. */
export function toTokenLines({ tokens, own, text }: TokenQuery): readonly TokenLine[] {
  const wanted = text.trim().toLowerCase()
  const rows = tokens
    .filter(({ symbol, name, address = '' }) =>
      [symbol, name, address].some((word) => word.toLowerCase().includes(wanted)),
    )
    .map((token) => ({
      kind: 'row' as const,
      id: token.address ?? 'native',
      token,
      balance: own.find((other) => isSameToken(other, token) && /[1-9]/.test(other.quantity.numeric)),
    }))
  const [held, others] = [rows.filter(({ balance }) => balance), rows.filter(({ balance }) => !balance)]
  return [
    ...(held.length > 0 ? [{ kind: 'head', id: 'own' } as const, ...held] : []),
    ...(others.length > 0 ? [{ kind: 'head', id: 'all' } as const, ...others] : []),
  ]
}
