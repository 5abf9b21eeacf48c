import type { ReactElement } from 'react'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useTexts } from '../../hooks/useShell.js'
import { toHelpKey } from '../../i18n/errorKeys.js'
import { waitingTexts } from '../../i18n/messages/shell.js'
import { toErrorKey } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { Tile } from '../../primitives/Row.js'
import type { StatusKind } from '../../primitives/Status.js'
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

type ChainsText = { readonly kind: StatusKind; readonly title: string; readonly text: string }

const texts = { ...connectTexts, ...waitingTexts } as const

/** The progress of connecting: one sentence for all namespaces. */
export function useChainsText(chains: readonly Chain[], wallet: string): ChainsText {
  const t = useTexts(texts)
  const nameOf = useNamespaceName()
  const asked = chains.find(({ status }) => status === 'asking')
  if (asked)
    return {
      kind: 'waiting',
      title: t('connectingTitle', { wallet }),
      text: t('chainsAskingText', { chain: nameOf(asked.namespace) }),
    }
  const failed = chains.filter(({ status }) => status === 'failed')
  const [first] = failed
  if (first && chains.some(({ status }) => status === 'connected'))
    return { kind: 'partial', title: t('chainsPartTitle'), text: t('chainsPartText') }
  if (first?.error) {
    const isOne = failed.every(({ error }) => error?.code === first.error?.code)
    const code = isOne ? first.error.code : 'CONNECTOR_FAILED'
    return { kind: 'failed', title: t(toErrorKey(code), { id: wallet }), text: t(toHelpKey(code)) }
  }
  if (chains.every(({ status }) => status === 'connected'))
    return { kind: 'done', title: t('chainsDoneTitle'), text: t('chainsDoneText', { wallet }) }
  return { kind: 'ready', title: t('chainsTitle'), text: t('chainsText', { wallet }) }
}
