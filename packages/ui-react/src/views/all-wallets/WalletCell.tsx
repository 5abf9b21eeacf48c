import type { WalletListing } from '@latchkey/core'
import { memo, type NamedExoticComponent } from 'react'
import { WalletTile } from '../../primitives/WalletTile/WalletTile.js'

export type WalletCellProps = {
  readonly wallet: WalletListing
  readonly index: number
  readonly count: number
  /** The one stop of the Tab key. */
  readonly isStop: boolean
  readonly onSelect: (wallet: WalletListing) => void
}

/** One wallet of the grid. Remembered, so that scrolling renders only what comes into sight. */
export const WalletCell: NamedExoticComponent<WalletCellProps> = memo(function WalletCell(props: WalletCellProps) {
  const { wallet, index, count, isStop, onSelect } = props
  return (
    <li aria-setsize={count} aria-posinset={index + 1}>
      <button
        className="wallet-cell"
        type="button"
        data-index={index}
        tabIndex={isStop ? undefined : -1}
        onClick={() => onSelect(wallet)}
      >
        <WalletTile wallet={wallet} name={wallet.name} />
        <span dir="auto">{wallet.name}</span>
      </button>
    </li>
  )
})
