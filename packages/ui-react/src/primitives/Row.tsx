import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.js'

type RowProps = {
  readonly title: string
  /** Its name, where its texts alone do not say what a press does. */
  readonly label?: string | undefined
  readonly detail?: string | undefined
  readonly mark: ReactNode
  readonly end?: ReactNode
  readonly tone?: 'bad' | undefined
  readonly isCurrent?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** What the click asked for takes its time. */
  readonly isBusy?: boolean | undefined
  /** The pointer or the focus is on it: a click may follow. */
  readonly onIntent?: (() => void) | undefined
  readonly onClick: () => void
}

/** A button of 60 px: mark, one or two lines of text, and something at the end. */
export function Row({
  title,
  label,
  detail,
  mark,
  end,
  tone,
  isCurrent,
  isDisabled,
  isBusy,
  onIntent,
  onClick,
}: RowProps): ReactElement {
  return (
    <button
      className="row"
      part="row"
      type="button"
      aria-label={label}
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
        {/* names and numbers of another direction of writing stay as they are, and are cut at their own end */}
        <b dir="auto">{title}</b>
        {detail && <small dir="auto">{detail}</small>}
      </span>
      {end}
    </button>
  )
}

/** At the end of the row that holds. */
export function Tick({ label }: { readonly label: string }): ReactElement {
  return (
    <span className="tick">
      <Icon name="check" />
      <span className="sr">{label}</span>
    </span>
  )
}
