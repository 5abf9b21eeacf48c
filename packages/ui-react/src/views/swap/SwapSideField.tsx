import type { SwapSide, SwapToken } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import type { ReactElement, ReactNode } from 'react'
import { swapTexts } from '../../i18n/messages/swap.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

export type SwapSideFieldProps = {
  readonly side: SwapSide
  readonly token: SwapToken | undefined
  /** The field, or what shows in its place. */
  readonly amount: ReactNode
  /** What the amount is worth. */
  readonly value: string | undefined
  /** Stands at the end of the line below. */
  readonly balance?: ReactNode
}

/** One side of a swap: the amount, its token, its worth. */
export function SwapSideField({ side, token, amount, value, balance }: SwapSideFieldProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(swapTexts)
  const choose = (): void => push(modal, { view: 'SwapSelectToken', params: { side } })
  return (
    <div className="swap-side" part="field">
      <span className="muted">{t(side === 'from' ? 'swapPay' : 'swapReceive')}</span>
      <div className="swap-line">
        {amount}
        <button
          className="swap-token"
          type="button"
          aria-label={token && t('swapChange', { token: token.symbol })}
          onPointerOver={() => prepareView('SwapSelectToken')}
          onClick={choose}
        >
          {token && <Tile name={token.symbol} src={token.iconUrl} round />}
          <bdi>{token ? token.symbol : t('swapSelect')}</bdi>
          <Icon name="down" />
        </button>
      </div>
      <div className="swap-line muted">
        <span>{value}</span>
        {balance}
      </div>
    </div>
  )
}
