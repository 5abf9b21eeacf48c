import type { ByNamespace, ModalState, Namespace } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import { useAccount, useDisconnect, useModal, useModalState } from '@latchkey/ui-react'
import { type ReactElement, useEffect } from 'react'
import { Panel } from './Panel.js'

/** Shows each namespace on its own: an event in one does not affect the others. */
export function ChainsPanel(): ReactElement {
  const namespaces = useModalState(selectNamespaces).split(',') as Namespace[]
  return (
    <Panel title="Chains" wide>
      <div className="chains">
        {namespaces.map((namespace) => (
          <Chain key={namespace} namespace={namespace} />
        ))}
      </div>
    </Panel>
  )
}

const selectNamespaces = (state: ModalState): string => Object.keys(state.namespaces).join()

function Chain({ namespace }: { readonly namespace: Namespace }): ReactElement {
  const { modal, open } = useModal()
  const { status, address, balance, balanceSymbol, connectedWalletInfo } = useAccount({ namespace })
  const { disconnect } = useDisconnect()
  const label = chainLabels[namespace] ?? namespace
  // the modal starts after the first render; before that nothing is connected
  useEffect(() => (address ? watchBalance(modal, namespace) : undefined), [modal, namespace, address])
  return (
    <div className="chain" data-testid={`chain-${namespace}`}>
      <h3>{label}</h3>
      <dl>
        <dt>Status</dt>
        <dd data-field="status">{status}</dd>
        <dt>Wallet</dt>
        <dd data-field="wallet">{connectedWalletInfo?.name ?? '–'}</dd>
        <dt>Address</dt>
        <dd data-field="address">{address ?? '–'}</dd>
        <dt>Balance</dt>
        <dd data-field="balance">{balance === undefined ? '–' : `${balance} ${balanceSymbol}`}</dd>
      </dl>
      <div className="buttons">
        <button type="button" onClick={() => void open({ namespace })}>
          {status === 'connected' ? `Show ${label}` : `Connect ${label}`}
        </button>
        <button type="button" disabled={status !== 'connected'} onClick={() => disconnect({ namespace })}>
          Disconnect {label}
        </button>
      </div>
    </div>
  )
}

/** Display names of the namespaces. */
const chainLabels: ByNamespace<string> = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
}
