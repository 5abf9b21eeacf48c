import type { SwapToken } from '@latchkey/core'
import type { ReactElement } from 'react'
import { Tile } from '../../primitives/Tile/Tile.js'

export type TokenChipsProps = {
  readonly label: string
  readonly tokens: readonly SwapToken[]
  readonly onSelect: (token: SwapToken) => void
}

/** Tokens that many want, at hand. */
export function TokenChips({ label, tokens, onSelect }: TokenChipsProps): ReactElement {
  return (
    <ul className="token-chips" aria-label={label}>
      {tokens.map((token) => (
        <li key={token.address ?? 'native'}>
          <button className="token-chip" type="button" onClick={() => onSelect(token)}>
            <Tile name={token.symbol} src={token.iconUrl} round />
            <bdi>{token.symbol}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
