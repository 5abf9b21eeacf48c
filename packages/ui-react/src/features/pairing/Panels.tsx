import type { ConnectorMeta, Namespace, RequestError } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers/connection'
import { goBack } from '@latchkey/core/controllers/shell'
import { pairingRetryDelay } from '@latchkey/core/internal'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { CopyLink } from '../../primitives/CopyLink.js'
import { Icon } from '../../primitives/Icon.js'
import { WalletTile } from '../../primitives/Row.js'
import { RequestStatus } from '../../primitives/Status.js'
import { pairingTexts } from './messages.js'
import type { PairedWallet } from './usePairing.js'

type IntroPanelProps = {
  readonly paired: PairedWallet
  readonly title: string
  readonly text: string
  /** Actions of the panel. */
  readonly children?: ReactNode
}

/** Introduces a way to a wallet that needs no QR code: its icon, a text and the next step. */
function IntroPanel({ paired, title, text, children }: IntroPanelProps): ReactElement {
  return (
    <div className="pairing">
      <div className="intro">
        <WalletTile {...paired} />
        <h3>{title}</h3>
        <p className="muted">{text}</p>
      </div>
      {children}
    </div>
  )
}

type LinkPanelProps = {
  readonly kind: 'web' | 'desktop'
  readonly paired: PairedWallet
  /** A safe link with the code in it; absent while there is no code. */
  readonly link: { readonly href: string; readonly target: string } | undefined
  readonly uri: string | undefined
}

/** Links to a web or desktop wallet. */
export function LinkPanel({ kind, paired, link, uri }: LinkPanelProps): ReactElement {
  const t = useTexts(pairingTexts)
  const wallet = paired.name
  const label = t('openWallet', { wallet })
  return (
    <IntroPanel
      paired={paired}
      title={t(kind === 'web' ? 'webTitle' : 'desktopTitle', { wallet })}
      text={t('linkText')}
    >
      {link ? (
        <a
          className="btn"
          part="button primary"
          data-kind="primary"
          href={link.href}
          target={link.target}
          rel="noopener noreferrer"
        >
          {label}
          <Icon name="external" flip />
        </a>
      ) : (
        <button className="btn" part="button primary" data-kind="primary" type="button" disabled>
          {label}
        </button>
      )}
      <CopyLink uri={uri} label={t('pairingLink')} />
    </IntroPanel>
  )
}

type LocalPanelProps = {
  readonly paired: PairedWallet
  /** The same wallet in this browser. */
  readonly installed: ConnectorMeta | undefined
  readonly namespace: Namespace | undefined
}

/** A wallet that is connected in this browser, or that would have to be installed here. */
export function LocalPanel({ paired, installed, namespace }: LocalPanelProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(pairingTexts)
  const wallet = paired.name
  if (!installed)
    return (
      <IntroPanel paired={paired} title={t('unsupportedWalletTitle', { wallet })} text={t('unsupportedWalletText')} />
    )
  return (
    <IntroPanel paired={paired} title={t('browserTitle', { wallet })} text={t('browserText')}>
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => void startConnect(modal, { connectorId: installed.id, namespace })}
      >
        {t('openWallet', { wallet })}
      </button>
    </IntroPanel>
  )
}

type PairingFailureProps = {
  readonly paired: PairedWallet
  readonly error: RequestError
  readonly onRetry: () => void
}

/** Explains why pairing failed, and offers a new code. */
export function PairingFailure({ paired, error, onRetry }: PairingFailureProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(pairingTexts)
  const [isRested, setRested] = useState(false)
  useEffect(() => modal.env.setTimeout(() => setRested(true), pairingRetryDelay), [modal])
  const isOffline = error.code === 'RELAY_UNREACHABLE' && modal.env.window()?.navigator.onLine === false
  const key = `${error.code}_${isOffline ? 'offline' : 'help'}`
  return (
    <RequestStatus
      mark={<WalletTile {...paired} />}
      title=""
      text=""
      error={error}
      help={isPairingKey(key) ? t(key) : undefined}
      isRetryOff={!isRested}
      onRetry={onRetry}
      onCancel={() => goBack(modal)}
    />
  )
}

function isPairingKey(key: string): key is keyof typeof pairingTexts {
  return Object.hasOwn(pairingTexts, key)
}
