import type { ConnectorMeta, WalletRow } from '@latchkey/core'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Row } from '../../primitives/Row/Row.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import { isConnectedWith } from './isConnectedWith.js'
import { KindTag } from './KindTag.js'
import type { Connect } from './useConnect.js'

export type ConnectorRowProps = Connect & { readonly connector: ConnectorMeta; readonly kind: WalletRow['kind'] }

/** A wallet of this browser, or the way to pair with one elsewhere. */
export function ConnectorRow({ connector, kind, pending, prepare, connect }: ConnectorRowProps): ReactElement {
  const { t } = useShell()
  const { id, type, name, icon, namespaces } = connector
  const isConnected = useModalState(useCallback((state) => isConnectedWith(state, connector), [connector]))
  return (
    <Row
      title={name}
      detail={type === 'MULTI_CHAIN' ? namespaces.map((namespace) => t(namespace)).join(' · ') : undefined}
      mark={<Tile name={name} src={icon} />}
      end={<KindTag kind={isConnected ? 'connected' : kind} />}
      isBusy={pending === id}
      onIntent={() => prepare(connector)}
      onClick={() => connect(id)}
    />
  )
}
