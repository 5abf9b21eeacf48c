import type { WalletListing, WalletPage } from '@latchkey/core'
import {
  type KeyboardEvent,
  memo,
  type NamedExoticComponent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { WalletTile } from '../../primitives/Row.js'
import { toNextIndex, useVisibleRows } from './gridNavigation.js'

type WalletGridProps = {
  readonly page: WalletPage
  readonly label: string
  readonly onSelect: (wallet: WalletListing) => void
  /** Called when the end is visible: loads the next page. */
  readonly onMore: () => void
}

/**
 * Wallets in rows of four or three, of which only the visible ones are rendered. A single Tab stop; arrows, Home and End
 * move through them.
 */
export function WalletGrid({ page, label, onSelect, onMore }: WalletGridProps): ReactElement {
  const { wallets, count, status } = page
  const space = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { columns, first, end, reveal } = useVisibleRows(space)
  const [active, setActive] = useState(0)
  const isMoving = useRef(false)

  const hasMore = wallets.length < count
  // one more row shows that more is loading
  const rows = Math.ceil(wallets.length / columns) + (hasMore ? 1 : 0)
  const [from, to] = [Math.min(first, rows) * columns, Math.min(end, rows) * columns]
  const shown = wallets.slice(from, to)
  const skeletonCount = hasMore && end >= rows ? columns : 0
  const stop = active >= from && active < to && active < wallets.length ? active : from

  useLayoutEffect(() => {
    space.current?.style.setProperty('--rows', String(rows))
    space.current?.style.setProperty('--first', String(Math.min(first, rows)))
    space.current?.style.setProperty('--columns', String(columns))
  }, [rows, first, columns])

  const isAtEnd = hasMore && end >= rows && status === 'ready'
  useEffect(() => {
    if (isAtEnd) onMore()
  }, [isAtEnd, onMore])

  useLayoutEffect(() => {
    const cell = isMoving.current && list.current?.querySelector<HTMLElement>(`[data-index="${stop}"]`)
    if (!cell || stop !== active) return
    isMoving.current = false
    cell.focus({ preventScroll: true })
  }, [stop, active])

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const index = Number((event.target as HTMLElement).dataset['index'] ?? stop)
    const next = toNextIndex(event.key, { index, count: wallets.length, columns, isRightToLeft })
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = true
    setActive(next)
    reveal(Math.floor(next / columns))
  }
  return (
    <div className="wallet-space" ref={space}>
      <ul className="wallet-grid" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {shown.map((wallet, offset) => (
          <WalletCell
            key={wallet.id}
            wallet={wallet}
            index={from + offset}
            count={count}
            isStop={from + offset === stop}
            onSelect={onSelect}
          />
        ))}
        <WalletSkeletons count={skeletonCount} />
      </ul>
    </div>
  )
}

/** Skeletons of wallets that are loading. */
export function WalletSkeletons({ count }: { readonly count: number }): ReactElement {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <li className="wallet-cell" aria-hidden="true" key={`bone${index}`}>
          <span className="tile bone" />
          <span className="bone" />
        </li>
      ))}
    </>
  )
}

type WalletCellProps = {
  readonly wallet: WalletListing
  readonly index: number
  readonly count: number
  /** Whether it is the Tab stop. */
  readonly isStop: boolean
  readonly onSelect: (wallet: WalletListing) => void
}

/** One wallet of the grid. Memoized, so that scrolling renders only new cells. */
const WalletCell: NamedExoticComponent<WalletCellProps> = memo(function WalletCell(props: WalletCellProps) {
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
