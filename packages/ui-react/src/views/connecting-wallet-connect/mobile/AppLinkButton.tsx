import type { WalletLink } from '@latchkey/core'
import type { MouseEvent, ReactElement } from 'react'
import { Icon } from '../../../primitives/Icon/Icon.js'
import { useShell } from '../../../router/ShellContext.js'
import { followInTelegram } from './followInTelegram.js'

export type AppLinkButtonProps = {
  readonly text: string
  /** Safe to follow. Absent while there is no code: there is nothing to press then. */
  readonly link: Pick<WalletLink, 'href' | 'target'> | undefined
  /** Milliseconds since the epoch, from which on the link leads nowhere. */
  readonly expiresAt?: number | undefined
  readonly isPrimary?: boolean | undefined
  readonly onTap?: (() => void) | undefined
}

/**
 * Opens the app of a wallet. A real link, complete before it can be pressed: phones follow one into an app only in the
 * task of the tap itself, and nothing here comes between.
 */
export function AppLinkButton({ text, link, expiresAt, isPrimary, onTap }: AppLinkButtonProps): ReactElement {
  const { modal } = useShell()
  const look = isPrimary ? { part: 'button primary', 'data-kind': 'primary' } : { part: 'button' }
  if (!link)
    return (
      <button className="btn" {...look} type="button" disabled>
        {text}
      </button>
    )
  const onClick = (event: MouseEvent): void => {
    const window = modal.env.window()
    // the page slept for longer than the code lives; the next one is on its way
    const isExpired = expiresAt !== undefined && modal.env.now() >= expiresAt
    if (!window || isExpired || followInTelegram(window, link.href)) event.preventDefault()
    if (!isExpired) onTap?.()
  }
  return (
    <a className="btn" {...look} href={link.href} target={link.target} rel="noopener noreferrer" onClick={onClick}>
      {text}
      <Icon name="external" flip />
    </a>
  )
}
