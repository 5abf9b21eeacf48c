import type { Namespace } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import { useAccount, useDisconnect, useModal, useModalState } from '@latchkey/ui-react'
import { type ReactElement, useEffect } from 'react'
import { chainLabels } from './chainLabels.js'
import { Panel } from './Panel.js'

/** Every chain family of the page, each by itself: an event in one changes no other. */
export function ChainsPanel(): ReactElement {
  const namespaces = useModalState((state) => Object.keys(state.namespaces).join()).split(',') as Namespace[]
  return (
    <Panel title="Chains" wide>
      <table>
        <thead>
          <tr>
            {['Chain', 'Status', 'Wallet', 'Address', 'Balance'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {namespaces.map((namespace) => (
            <ChainRow key={namespace} namespace={namespace} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function ChainRow({ namespace }: { readonly namespace: Namespace }): ReactElement {
  const { modal, open } = useModal()
  const { status, address, balance, balanceSymbol, connectedWalletInfo } = useAccount({ namespace })
  const { disconnect } = useDisconnect()
  const label = chainLabels[namespace] ?? namespace
  // the modal starts after the first render; before that nothing is connected
  useEffect(() => (address ? watchBalance(modal, namespace) : undefined), [modal, namespace, address])
  return (
    <tr data-testid={`chain-${namespace}`}>
      <th scope="row">{label}</th>
      <td data-field="status">{status}</td>
      <td data-field="wallet">{connectedWalletInfo?.name ?? '–'}</td>
      <td data-field="address">{address ?? '–'}</td>
      <td data-field="balance">{balance === undefined ? '–' : `${balance} ${balanceSymbol}`}</td>
      <td className="buttons">
        <button type="button" onClick={() => void open({ namespace })}>
          {status === 'connected' ? `Show ${label}` : `Connect ${label}`}
        </button>
        <button
          type="button"
          disabled={status !== 'connected'}
          onClick={() => {
            disconnect({ namespace }).catch(() => {
              // the modal's notice says so
            })
          }}
        >
          Disconnect {label}
        </button>
      </td>
    </tr>
  )
}
