import {
  getNetworkState,
  type ModalState,
  type Network,
  type Portfolio,
  type TokenBalance,
  toFixedDecimals,
} from '@latchkey/core'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useTexts } from '../../hooks/useShell.js'
import { toNumberText, toUsd } from '../../i18n/amounts.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { Empty } from '../../primitives/ViewStates.js'
import { AddFunds } from './AddFunds.js'
import { HoldingState, ShortList } from './HoldingList.js'
import { accountTexts } from './messages.js'

const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork

/** The tokens of the account on its network. */
export function TokensTab(): ReactElement {
  return <HoldingState>{(portfolio) => <Tokens {...portfolio} />}</HoldingState>
}

function Tokens({ tokens }: Portfolio): ReactElement {
  const t = useTexts(accountTexts)
  const network = useModalState(selectNetwork)?.name ?? ''
  if (tokens.length === 0)
    return (
      <>
        <Empty icon="wallet" title={t('tokensNone')} text={t('tokensNoneText', { network })} />
        <AddFunds />
      </>
    )
  return (
    <ShortList
      label={t('tab_tokens')}
      className="assets"
      max={5}
      items={tokens.map((token) => <TokenLine key={token.address ?? ''} token={token} />)}
    />
  )
}

/** A token with its balance (3 decimals), its value and its price (2 decimals). [S9.8] */
function TokenLine({ token }: { readonly token: TokenBalance }): ReactElement {
  const locale = useLocale()
  const { name, symbol, quantity, value, price } = token
  return (
    <li className="row" part="row">
      <TokenTile token={token} />
      <span className="t">
        <b title={name}>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi>{`${toNumberText(toFixedDecimals(quantity.numeric, 3), locale)} ${symbol}`}</bdi>
        </small>
      </span>
      <span className="worth">
        {value !== undefined && value < 1e15 && <bdi>{toUsd(toFixedDecimals(value.toFixed(6), 2), locale)}</bdi>}
        {price !== undefined && price < 1e15 && <bdi className="muted">{toUsd(price.toFixed(2), locale)}</bdi>}
      </span>
    </li>
  )
}
