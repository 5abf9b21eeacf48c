import type { Namespace, WalletLink } from '@latchkey/core'
import { getWalletLink } from '@latchkey/core/internal'
import type { MouseEvent, ReactElement } from 'react'
import { useShell } from '../hooks/useShell.js'
import { Icon } from './Icon.js'

/** Links to the wallet on this phone while a request waits there. Renders nothing for other wallets. */
export function OpenWallet({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement | null {
  const { modal, t } = useShell()
  const link = getWalletLink(modal, { namespace })
  return link ? <AppLinkButton text={t('phoneOpen', { wallet: link.name })} link={link} isPrimary /> : null
}

type AppLinkButtonProps = {
  readonly text: string
  /** A safe link. Absent while there is no code: the button is disabled then. */
  readonly link: Pick<WalletLink, 'href' | 'target'> | undefined
  /** Milliseconds since the epoch: when the link expires. */
  readonly expiresAt?: number | undefined
  readonly isPrimary?: boolean | undefined
  readonly onTap?: (() => void) | undefined
}

/**
 * Opens the app of a wallet. A real link that is complete before it can be tapped: phones follow a link into an app only
 * in the task of the tap itself.
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
    // the page was suspended for longer than the code is valid; the next one is loading
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

type TelegramPage = Window & {
  readonly Telegram?: { readonly WebApp?: { readonly openLink?: unknown } }
}

/**
 * Opens a link through the bridge of Telegram, inside which links of the page do not reach the system. Returns false if
 * there is no bridge or the link is not an https URL: the browser has to follow it.
 */
function followInTelegram(window: Window, href: string): boolean {
  const app = (window as TelegramPage).Telegram?.WebApp
  if (!href.startsWith('https:') || typeof app?.openLink !== 'function') return false
  app.openLink(href)
  return true
}
