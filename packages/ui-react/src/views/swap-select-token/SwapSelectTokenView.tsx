import type { ModalState, SwapToken, TokenBalance } from '@latchkey/core'
import { toFixedDecimals } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers'
import { chooseSwapToken, getTokens } from '@latchkey/core/internal'
import { type ComponentType, type ReactElement, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { swapTokenTexts } from '../../i18n/messages/swapToken.js'
import { toNumberText } from '../../i18n/toNumberText.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import listStyles from '../../primitives/LongList/LongList.css'
import { LongList } from '../../primitives/LongList/LongList.js'
import { Row } from '../../primitives/Row/Row.js'
import fieldStyles from '../../primitives/SearchField/SearchField.css'
import { SearchField } from '../../primitives/SearchField/SearchField.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { SwapStandIn } from '../swap/SwapStandIn.js'
import swapStyles from '../swap/SwapView.css'
import { useSwap } from '../swap/useSwap.js'
import ownStyles from './SwapSelectTokenView.css'
import { TokenChips } from './TokenChips.js'
import { type TokenLine, toTokenLines } from './toTokenLines.js'

export { SwapSelectTokenView as View }
export const styles: string = fieldStyles + listStyles + swapStyles + ownStyles

export const Title: ComponentType = () => useTexts(swapTokenTexts)('swapTokenTitle')

/** The first of the list, as the service ranks them. */
const mostSuggested = 8

/** Decimals of a shown balance. [S9.8] */
const decimals = 3

const selectOwn = (state: ModalState): readonly TokenBalance[] => getTokens(state, 'eip155')

/** The tokens for one side of a swap. */
export function SwapSelectTokenView({ params }: ViewProps<'SwapSelectToken'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapTokenTexts)
  const locale = useLocale()
  const swap = useSwap()
  const own = useModalState(selectOwn)
  const [query, setQuery] = useState('')
  const text = useDeferredValue(query)
  const tokens = swap?.tokens
  const lines = useMemo(() => toTokenLines({ tokens: tokens ?? [], own, text }), [tokens, own, text])
  const { side } = params
  const onSelect = useCallback(
    (token: SwapToken) => {
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
          mark={<Tile name={line.token.symbol} src={line.token.iconUrl} round />}
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
        <SwapStandIn swap={swap} />
      </div>
    )
  return (
    <div className="body swap-tokens">
      <SearchField label={t('swapSearch')} value={query} onChange={setQuery} />
      {text === '' && (
        <TokenChips label={t('swapSuggested')} tokens={swap.tokens.slice(0, mostSuggested)} onSelect={onSelect} />
      )}
      {lines.length > 0 ? (
        <LongList label={t('swapTokenTitle')} lines={lines} render={render} />
      ) : (
        <p className="empty muted" role="status">
          {t('swapNoToken')}
        </p>
      )}
    </div>
  )
}
