import { type ModalState, type SwapToken, type TokenBalance, toFixedDecimals } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { chooseSwapToken, getTokens, isSameToken } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toNumberText } from '../../i18n/amounts.js'
import { LongList } from '../../primitives/LongList.js'
import { Row } from '../../primitives/Row.js'
import { SearchField } from '../../primitives/SearchField.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { Empty } from '../../primitives/ViewStates.js'
import { swapTexts } from './messages.js'
import { SwapPlaceholder } from './SwapView.js'
import { useSwap } from './useSwap.js'

type TokenLine =
  | { readonly kind: 'head'; readonly id: 'own' | 'all' }
  | { readonly kind: 'row'; readonly id: string; readonly token: SwapToken; readonly balance: TokenBalance | undefined }

/** The first of the list, as the service ranks them. */
const maxSuggested = 8

/** Decimals of a shown balance. [S9.8] */
const decimals = 3

const selectOwn = (state: ModalState): readonly TokenBalance[] => getTokens(state, 'eip155')

/** The tokens for one side of a swap. */
export function SwapSelectTokenView({ params }: ViewProps<'SwapSelectToken'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapTexts)
  const locale = useLocale()
  const swap = useSwap()
  const own = useModalState(selectOwn)
  const [query, setQuery] = useState('')
  const text = useDeferredValue(query)
  const tokens = swap?.tokens
  const lines = useMemo(() => toTokenLines({ tokens: tokens ?? [], own, text }), [tokens, own, text])
  const { side } = params
  const onSelect = useCallback(
    (token: SwapToken | undefined) => {
      chooseSwapToken(modal, { side, token })
      goBack(modal)
    },
    [modal, side],
  )
  const chosen = swap?.[side]
  const render = useCallback(
    (line: TokenLine) =>
      line.kind === 'head' ? (
        <h3 className="group">{t(line.id === 'own' ? 'swapOwn' : 'swapAll')}</h3>
      ) : (
        <Row
          title={line.token.name}
          detail={line.token.symbol}
          mark={<TokenTile token={line.token} />}
          end={
            line.balance && (
              <span className="muted">
                {toNumberText(toFixedDecimals(line.balance.quantity.numeric, decimals), locale)}
              </span>
            )
          }
          isCurrent={line.token === chosen}
          onClick={() => onSelect(line.token)}
        />
      ),
    [t, locale, chosen, onSelect],
  )
  if (swap?.list !== 'ready')
    return (
      <div className="body">
        <SwapPlaceholder swap={swap} />
      </div>
    )
  return (
    <div className="body swap-tokens">
      <SearchField label={t('swapSearch')} value={query} onChange={setQuery} />
      {text === '' && (
        <TokenChips label={t('swapSuggested')} tokens={swap.tokens.slice(0, maxSuggested)} onSelect={onSelect} />
      )}
      {text === '' && chosen && (
        <button className="btn" part="button" type="button" onClick={() => onSelect(undefined)}>
          {t('swapClear', { token: chosen.symbol })}
        </button>
      )}
      {lines.length > 0 ? (
        <LongList label={t('swapTokenTitle')} lines={lines} render={render} />
      ) : (
        <div role="status">
          <Empty icon="search" title={t('swapNoTokens')} text={t('swapNoTokensText')} />
        </div>
      )}
    </div>
  )
}

type TokenChipsProps = {
  readonly label: string
  readonly tokens: readonly SwapToken[]
  readonly onSelect: (token: SwapToken) => void
}

/** Popular tokens. */
function TokenChips({ label, tokens, onSelect }: TokenChipsProps): ReactElement {
  return (
    <ul className="token-chips" aria-label={label}>
      {tokens.map((token) => (
        <li key={token.address ?? 'native'}>
          <button className="token-chip" type="button" onClick={() => onSelect(token)}>
            <TokenTile token={token} />
            <bdi>{token.symbol}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

type TokenQuery = {
  readonly tokens: readonly SwapToken[]
  /** The balances of the account. */
  readonly own: readonly TokenBalance[]
  /** Part of a symbol, of a name, or of an address. */
  readonly text: string
}

/** The tokens that match the query: those of the account first, then all others. */
function toTokenLines({ tokens, own, text }: TokenQuery): readonly TokenLine[] {
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
