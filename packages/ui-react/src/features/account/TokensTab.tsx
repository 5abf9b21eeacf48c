import {
  getNetworkState,
  type ModalState,
  type Network,
  type Portfolio,
  type TokenBalance,
  toFixedDecimals,
} from '@latchkey/core'
import { type ReactElement, useMemo } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useTexts } from '../../hooks/useShell.js'
import { toHoldingUsd, toNumberText, toUsd } from '../../i18n/amounts.js'
import { LongList } from '../../primitives/LongList.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { Empty } from '../../primitives/ViewStates.js'
import { AddFunds } from './AddFunds.js'
import { HoldingState, ShortList } from './HoldingList.js'
import { accountTexts } from './messages.js'

/** The number of tokens to show until the user shows all. */
const maxShort = 5

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
  const label = t('tab_tokens')
  return (
    <ShortList
      label={label}
      className="assets"
      items={tokens.slice(0, maxShort).map((token) => (
        <li className="row" part="row" key={token.address ?? ''}>
          <TokenCells token={token} />
        </li>
      ))}
      count={tokens.length}
      whole={<AllTokens label={label} tokens={tokens} />}
    />
  )
}

type AllTokensProps = { readonly label: string; readonly tokens: readonly TokenBalance[] }

function AllTokens({ label, tokens }: AllTokensProps): ReactElement {
  const lines = useMemo(
    () => tokens.map((token) => ({ kind: 'asset' as const, id: token.address ?? '', token })),
    [tokens],
  )
  return (
    <div className="assets">
      <LongList label={label} lines={lines} render={renderToken} />
    </div>
  )
}

function renderToken({ token }: { readonly token: TokenBalance }): ReactElement {
  return (
    <div className="row" part="row">
      <TokenCells token={token} />
    </div>
  )
}

/** A token with its balance (3 decimals), its value and its price (2 decimals). [S9.8] */
function TokenCells({ token }: { readonly token: TokenBalance }): ReactElement {
  const locale = useLocale()
  const { name, symbol, quantity, value, price } = token
  const worth = toHoldingUsd(value, locale)
  const held = `${toNumberText(toFixedDecimals(quantity.numeric, 3), locale)} ${symbol}`
  return (
    <>
      <TokenTile token={token} />
      <span className="t">
        <b dir="auto" title={name}>
          {name}
        </b>
        <small title={held}>
          <bdi>{held}</bdi>
        </small>
      </span>
      <span className="worth">
        {worth !== undefined && <bdi>{worth}</bdi>}
        {price !== undefined && price < 1e15 && <bdi className="muted">{toUsd(price.toFixed(2), locale)}</bdi>}
      </span>
    </>
  )
}
