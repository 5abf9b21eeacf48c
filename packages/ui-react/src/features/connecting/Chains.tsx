import type { ReactElement, ReactNode } from 'react'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useTexts } from '../../hooks/useShell.js'
import { toHelpKey } from '../../i18n/errorKeys.js'
import { waitingTexts } from '../../i18n/messages/shell.js'
import { toErrorKey } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { Tile } from '../../primitives/Row.js'
import type { Chain } from './getChains.js'
import { connectTexts } from './messages.js'

type ChainRowProps = {
  readonly chain: Chain
  readonly wallet: string
  readonly isTicked: boolean
  /** Disabled while a request is open in the wallet. */
  readonly isDisabled: boolean
  readonly onTick: (isTicked: boolean) => void
}

/** A namespace to connect, with its progress. */
export function ChainRow({ chain, wallet, isTicked, isDisabled, onTick }: ChainRowProps): ReactElement {
  const t = useTexts(connectTexts)
  const { namespace, network, status, error } = chain
  const nameOf = useNamespaceName()
  const name = nameOf(namespace)
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

type ChainsStatusProps = {
  readonly chains: readonly Chain[]
  readonly wallet: string
  /** Of the wallet. */
  readonly mark: ReactNode
}

const texts = { ...connectTexts, ...waitingTexts } as const

/** Shows the progress of connecting in one element, so that each change is announced. */
export function ChainsStatus({ chains, wallet, mark }: ChainsStatusProps): ReactElement {
  const t = useTexts(texts)
  const nameOf = useNamespaceName()
  const asked = chains.find(({ status }) => status === 'asking')
  const { title, text, isBad } = toWords()
  return (
    <div className="status" role="status" data-bad={isBad ? '' : undefined}>
      <span className="ring" data-busy={asked ? '' : undefined}>
        {mark}
        {(asked || isBad) && (
          <svg viewBox="0 0 104 104" aria-hidden="true">
            <rect x="2" y="2" width="100" height="100" rx="33" pathLength="100" />
          </svg>
        )}
      </span>
      <h3 id="chains">{title}</h3>
      <p className="muted">{text}</p>
    </div>
  )

  function toWords(): { readonly title: string; readonly text: string; readonly isBad?: boolean } {
    if (asked) {
      const chain = nameOf(asked.namespace)
      return { title: t('connectingTitle', { wallet }), text: t('chainsAskingText', { chain }) }
    }
    const failed = chains.filter(({ status }) => status === 'failed')
    const isPart = chains.some(({ status }) => status === 'connected')
    if (failed.length > 0 && isPart) return { title: t('chainsPartTitle'), text: t('chainsPartText') }
    const [first] = failed
    if (first?.error) {
      const isOne = failed.every(({ error }) => error?.code === first.error?.code)
      const code = isOne ? first.error.code : 'CONNECTOR_FAILED'
      return { title: t(toErrorKey(code), { id: wallet }), text: t(toHelpKey(code)), isBad: true }
    }
    if (chains.every(({ status }) => status === 'connected'))
      return { title: t('chainsDoneTitle'), text: t('chainsDoneText', { wallet }) }
    return { title: t('chainsTitle'), text: t('chainsText', { wallet }) }
  }
}
