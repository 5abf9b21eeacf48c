import { type TokenBalance, toFixedDecimals } from '@latchkey/core'
import type { ReactElement } from 'react'
import { toNumberText } from '../../../i18n/toNumberText.js'
import { toUsd } from '../../../i18n/toUsd.js'
import { useLocale } from '../../../i18n/useLocale.js'
import { Tile } from '../../../primitives/Tile/Tile.js'

/** How much there is of a token, with 3 decimals, and its worth with 2. [S9.8] */
export function TokenLine({ token }: { readonly token: TokenBalance }): ReactElement {
  const locale = useLocale()
  const { name, symbol, iconUrl, quantity, value } = token
  return (
    <li className="row" part="row">
      <Tile name={symbol} src={iconUrl} round />
      <span className="t">
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi>{`${toNumberText(toFixedDecimals(quantity.numeric, 3), locale)} ${symbol}`}</bdi>
        </small>
      </span>
      {value !== undefined && value < 1e15 && (
        <bdi className="worth">{toUsd(toFixedDecimals(value.toFixed(6), 2), locale)}</bdi>
      )}
    </li>
  )
}
