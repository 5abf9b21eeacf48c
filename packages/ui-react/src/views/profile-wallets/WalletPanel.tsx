import type { ConnectionEntry, ModalState, Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { type ReactElement, useCallback } from 'react'
import { useConnectionEntries } from '../../hooks/useConnectionEntries.js'
import { useModalState } from '../../hooks/useModalState.js'
import { walletTexts } from '../../i18n/messages/wallets.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'
import { ActiveWallet } from './ActiveWallet.js'
import { useKeptFocus } from './useKeptFocus.js'
import type { WalletActions } from './useWalletActions.js'
import { WalletEntry } from './WalletEntry.js'

const selectMultiWallet = (state: ModalState): boolean => state.features.multiWallet

export type WalletPanelProps = { readonly namespace: Namespace; readonly actions: WalletActions }

/** The wallets of one chain family. */
export function WalletPanel({ namespace, actions }: WalletPanelProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(walletTexts)
  const isMultiWallet = useModalState(selectMultiWallet)
  const isRestoring = useModalState(
    useCallback((state: ModalState) => state.namespaces[namespace]?.connection.status === 'connecting', [namespace]),
  )
  const entries = useConnectionEntries(namespace)
  const panel = useKeptFocus(entries)
  const active = entries.find(({ status }) => status === 'active')
  const others = entries.filter(({ status }) => status === 'connected')
  const ended = entries.filter(({ status }) => status === 'disconnected')
  const onceConnected = isMultiWallet ? 'walletAdd' : 'walletChange'
  return (
    <section className="wallets" aria-label={t(namespace)} tabIndex={-1} ref={panel}>
      {active && <ActiveWallet entry={active} actions={actions} />}
      {!active && isRestoring && (
        <span className="bone" aria-busy="true">
          <span className="sr">{t('buttonConnecting')}</span>
        </span>
      )}
      {entries.length === 0 && !isRestoring && <NoWallet chain={t(namespace)} />}
      <Entries title={t('walletsOther')} entries={others} actions={actions} />
      <Entries title={t('walletsEnded')} entries={ended} actions={actions} />
      <button
        className="btn"
        part={active ? 'button' : 'button primary'}
        data-kind={active ? undefined : 'primary'}
        type="button"
        onClick={() => push(modal, { view: 'Connect', params: { namespace } })}
      >
        <Icon name="add" />
        {active ? t(onceConnected) : t(isMultiWallet ? 'walletAdd' : 'buttonConnect')}
      </button>
    </section>
  )
}

type EntriesProps = {
  readonly title: string
  readonly entries: readonly ConnectionEntry[]
  readonly actions: WalletActions
}

function Entries({ title, entries, actions }: EntriesProps): ReactElement | null {
  if (entries.length === 0) return null
  return (
    <>
      <h3 className="group">{title}</h3>
      <ul className="list" aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.connectorId}>
            <WalletEntry entry={entry} actions={actions} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NoWallet({ chain }: { readonly chain: string }): ReactElement {
  const t = useTexts(walletTexts)
  return <Empty icon="wallet" title={t('walletsEmptyTitle', { chain })} text={t('walletsEmptyText')} />
}
