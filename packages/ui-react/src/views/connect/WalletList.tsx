import type { Namespace, WalletRow } from '@latchkey/core'
import { isPhone } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useShell } from '../../router/ShellContext.js'
import { ConnectorRow } from './ConnectorRow.js'
import { useConnect } from './useConnect.js'
import { useListParts } from './useListParts.js'

export type WalletListProps = { readonly rows: readonly WalletRow[]; readonly namespace: Namespace | undefined }

/** The wallets to connect, one row each. */
export function WalletList({ rows, namespace }: WalletListProps): ReactElement {
  const { modal } = useShell()
  const connect = useConnect(namespace)
  const list = useListParts()
  // a phone has nothing to scan its own screen with
  const shown = isPhone(modal.env.window()) ? rows.filter(({ kind }) => kind !== 'walletConnect') : rows
  return (
    <ul className="list">
      {shown.map(({ kind, connector, wallet }) =>
        connector ? (
          <li key={connector.id}>
            <ConnectorRow connector={connector} kind={kind} {...connect} />
          </li>
        ) : (
          list && (
            <li key={`list ${wallet.id}`}>
              <list.ListingRow wallet={wallet} kind={kind} namespace={namespace} />
            </li>
          )
        ),
      )}
      {list && (
        <li>
          <list.AllWalletsRow namespace={namespace} />
        </li>
      )}
    </ul>
  )
}
