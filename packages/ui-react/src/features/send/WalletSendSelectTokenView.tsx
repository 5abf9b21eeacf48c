import type { ModalState, TokenBalance } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { getTokens, setSendToken } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toHoldingUsd, toTokenText } from '../../i18n/amounts.js'
import { LongList } from '../../primitives/LongList.js'
import { Row, Tick } from '../../primitives/Row.js'
import { SearchField } from '../../primitives/SearchField.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { Empty, LoadingView } from '../../primitives/ViewStates.js'
import { sendTexts } from './messages.js'
import { useHoldings } from './useHoldings.js'

/** Shorter lists have no search field. */
const searchFrom = 8

const selectTokens = (state: ModalState): readonly TokenBalance[] => getTokens(state, state.send?.namespace)
const selectChosen = (state: ModalState): string | undefined => state.send?.token && toKey(state.send.token)
const selectLoading = (state: ModalState): boolean => {
  const namespace = state.send?.namespace ?? state.activeNamespace
  const portfolio = namespace && state.namespaces[namespace]?.portfolio
  return portfolio?.status === 'loading' && !portfolio.last
}

/** The tokens that the account has on its network. */
export function WalletSendSelectTokenView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  const locale = useLocale()
  const tokens = useModalState(selectTokens)
  const chosen = useModalState(selectChosen)
  const isLoading = useModalState(selectLoading)
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim().toLowerCase())
  useHoldings()
  const lines = useMemo(
    () =>
      tokens
        .filter((token) => matches(token, wanted))
        .map((token) => ({ kind: 'row' as const, id: toKey(token), token })),
    [tokens, wanted],
  )
  const render = useCallback(
    ({ token }: { readonly token: TokenBalance }) => (
      <Row
        title={token.name}
        detail={`${toTokenText(token.quantity.numeric, locale)} ${token.symbol}`}
        mark={<TokenTile token={token} />}
        isCurrent={toKey(token) === chosen}
        end={toKey(token) === chosen ? <Tick label={t('sendChosen')} /> : <Worth value={token.value} />}
        onClick={() => {
          setSendToken(modal, token)
          goBack(modal)
        }}
      />
    ),
    [modal, t, locale, chosen],
  )
  if (isLoading && tokens.length <= 1) return <LoadingView />
  return (
    <div className="body">
      {tokens.length >= searchFrom && <SearchField label={t('sendSearch')} value={query} onChange={setQuery} />}
      {lines.length > 0 && <LongList label={t('sendTokenTitle')} lines={lines} render={render} />}
      {lines.length === 0 && (
        <div role="status">
          <Empty icon="search" title={t('sendNoTokens')} text={t('sendNoTokensText')} />
        </div>
      )}
    </div>
  )
}

function Worth({ value }: { readonly value: number | undefined }): ReactElement | null {
  const text = toHoldingUsd(value, useLocale())
  return text === undefined ? null : <span className="muted">{text}</span>
}

function matches({ name, symbol, address = '' }: TokenBalance, wanted: string): boolean {
  return [name, symbol, address].some((text) => text.toLowerCase().includes(wanted))
}

function toKey({ caipNetworkId, address = '' }: Pick<TokenBalance, 'caipNetworkId' | 'address'>): string {
  return `${caipNetworkId}:${address.toLowerCase()}`
}
