import type { ReactElement } from 'react'
import { chainTexts } from '../../i18n/messages/chains.js'
import { toErrorKey } from '../../i18n/translate.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { NetworkTile } from '../../primitives/NetworkRow/NetworkTile.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import type { Chain } from './getChains.js'

export type ChainRowProps = {
  readonly chain: Chain
  readonly wallet: string
  readonly isTicked: boolean
  /** While a wallet is being asked the choice is made. */
  readonly isDisabled: boolean
  readonly onTick: (isTicked: boolean) => void
}

/** A chain family to connect or not, and what became of it. */
export function ChainRow({ chain, wallet, isTicked, isDisabled, onTick }: ChainRowProps): ReactElement {
  const t = useTexts(chainTexts)
  const { namespace, network, status, error } = chain
  const name = t(namespace)
  const detail = {
    open: undefined,
    waiting: t('chainWaiting'),
    asking: t('chainAsking'),
    connected: t('chainConnected'),
    failed: error && t(toErrorKey(error.code), { id: wallet }),
  }[status]
  return (
    <label className="row chain" part="row" data-status={status}>
      {network ? <NetworkTile network={network} /> : <Tile name={name} round />}
      <span className="t">
        <b>{name}</b>
        {detail && <small>{detail}</small>}
      </span>
      {status === 'asking' && <Icon name="loader" spin />}
      {status === 'connected' && <Icon name="check" />}
      <input
        type="checkbox"
        className={status === 'asking' || status === 'connected' ? 'sr' : 'check'}
        checked={isTicked}
        disabled={isDisabled}
        onChange={(event) => onTick(event.target.checked)}
      />
    </label>
  )
}
