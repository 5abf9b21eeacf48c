import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.js'

type RowProps = {
  readonly title: string
  /** The accessible name, if the texts do not say what a click does. */
  readonly label?: string | undefined
  readonly detail?: string | undefined
  readonly mark: ReactNode
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

/** A button of 60 px: an icon, one or two lines of text, and something at the end. */
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
        {/* texts of another writing direction keep it, and are truncated at their own end */}
        <b dir="auto">{title}</b>
        {detail && <small dir="auto">{detail}</small>}
      </span>
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
