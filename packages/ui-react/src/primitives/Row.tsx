import type { ModalState, Namespace, RecentTransaction, WalletListing } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getRoute, popTo } from '@latchkey/core/internal'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { useAfterPaint } from '../hooks/useAfterPaint.js'
import { useWalletImage } from '../hooks/useImage.js'
import { useModalState } from '../hooks/useModalState.js'
import { useShell, useTexts } from '../hooks/useShell.js'
import { recentTexts } from '../i18n/messages/shared.js'
import { Icon } from './Icon.js'

type RowProps = {
  readonly title: string
  /** The accessible name, if the texts do not say what a click does. */
  readonly label?: string | undefined
  readonly detail?: string | undefined
  readonly mark: ReactNode
  /** At the end: why it is in the list. Announced as its description. */
  readonly tag?: RowTag | undefined
  readonly end?: ReactNode
  readonly tone?: 'bad' | undefined
  readonly isCurrent?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** The action is in progress. */
  readonly isBusy?: boolean | undefined
  /** Called on hover and focus: a click may follow. */
  readonly onIntent?: (() => void) | undefined
  readonly onClick: () => void
}

type RowTag = { readonly text: string; readonly tone?: 'good' | 'accent' | 'bad' | undefined }

/** A button of 60 px: an icon, one or two lines of text, and something at the end. */
export function Row({
  title,
  label,
  detail,
  mark,
  tag,
  end,
  tone,
  isCurrent,
  isDisabled,
  isBusy,
  onIntent,
  onClick,
}: RowProps): ReactElement {
  const id = useId()
  return (
    <button
      className="row"
      part="row"
      type="button"
      aria-label={label}
      aria-describedby={tag && id}
      data-tone={tone}
      aria-current={isCurrent || undefined}
      aria-busy={isBusy || undefined}
      disabled={isDisabled}
      onPointerOver={onIntent}
      onFocus={onIntent}
      onClick={onClick}
    >
      {mark}
      <span className="t">
        {/* texts of another writing direction keep it, and are truncated at their own end */}
        <b dir="auto" title={title}>
          {title}
        </b>
        {detail && (
          <small dir="auto" title={detail}>
            {detail}
          </small>
        )}
      </span>
      {tag && (
        <span className="tag" part="tag" data-tone={tag.tone} id={id} aria-hidden="true">
          {tag.text}
        </span>
      )}
      {end}
    </button>
  )
}

/** The check mark at the end of the selected row. */
export function Tick({ label }: { readonly label: string }): ReactElement {
  return (
    <span className="tick">
      <Icon name="check" />
      <span className="sr">{label}</span>
    </span>
  )
}

const selectCount = (state: ModalState): number => state.wallets.all.count
const selectIsShown = (state: ModalState): boolean => getRoute(state).view === 'AllWallets'

/** Leads to the whole list of wallets, with its length once that is known. */
export function AllWalletsRow({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal, t, prepareView } = useShell()
  const count = useModalState(selectCount)
  const isSelected = useModalState(selectIsShown)
  return (
    <Row
      title={t('allWalletsTitle')}
      mark={
        <IconTile>
          <Icon name="search" />
        </IconTile>
      }
      tag={count > 0 ? { text: toCountLabel(count) } : undefined}
      onIntent={() => prepareView('AllWallets')}
      isCurrent={isSelected}
      onClick={() => {
        if (isSelected) return
        popTo(modal, 'Connect')
        push(modal, { view: 'AllWallets', params: { namespace } })
      }}
    />
  )
}

/** A rough count: rounded down to tens, with a plus if that leaves some out. */
export function toCountLabel(count: number): string {
  const tens = Math.floor(count / 10) * 10
  if (tens === 0 || tens === count) return String(count)
  return `${tens}+`
}

const tones = { pending: 'accent', unconfirmed: undefined, confirmed: 'good', failed: 'bad' } as const

/** The status of a transaction that the app has registered. */
export function RecentTag({ status }: Pick<RecentTransaction, 'status'>): ReactElement {
  const t = useTexts(recentTexts)
  return (
    <span className="tag" part="tag" data-tone={tones[status]}>
      {t(`recent_${status}`)}
    </span>
  )
}

type TileProps = {
  /** Name of the item, whose first letter is shown if there is no image. */
  readonly name: string
  readonly src?: string | undefined
  /** An image may still come: the tile is empty until then. */
  readonly isPending?: boolean | undefined
  /** A round one: networks and tokens. */
  readonly round?: boolean | undefined
  /** At its corner. */
  readonly badge?: ReactNode
  /** Called if the image cannot be loaded. */
  readonly onFail?: ((src: string) => void) | undefined
}

/** An icon of 40 px. Images are rendered after the first frame, because decoding would delay it. */
export function Tile({ name, src, isPending, round, badge, onFail }: TileProps): ReactElement {
  const [failed, setFailed] = useState<string>()
  const isUsable = src !== undefined && src !== failed
  const isPainted = useAfterPaint(isUsable)
  const fail = (): void => {
    setFailed(src)
    if (src) onFail?.(src)
  }
  return (
    <span
      className="tile"
      part="tile"
      data-round={round || undefined}
      data-image={isUsable || isPending ? '' : undefined}
      aria-hidden="true"
    >
      {isUsable && isPainted && <img src={src} alt="" width="40" height="40" draggable={false} onError={fail} />}
      {!isUsable && !isPending && toMonogram(name)}
      {badge}
    </span>
  )
}

type IconTileProps = {
  readonly children: ReactNode
  /** With a background. */
  readonly isFilled?: boolean | undefined
}

/** A tile with an icon of ours. */
export function IconTile({ children, isFilled }: IconTileProps): ReactElement {
  return (
    <span className="tile" part="tile" data-plain={isFilled ? undefined : ''} aria-hidden="true">
      {children}
    </span>
  )
}

function toMonogram(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase()
}

type WalletTileProps = {
  /** Of the list. */
  readonly wallet?: WalletListing | undefined
  readonly name: string
  /** The icon of a wallet that is not in the list. */
  readonly icon?: string | undefined
}

/** The icon of a wallet; its monogram without one. */
export function WalletTile({ wallet, name, icon }: WalletTileProps): ReactElement {
  const image = useWalletImage(wallet)
  return wallet ? <Tile name={name} {...image} /> : <Tile name={name} src={icon} />
}
