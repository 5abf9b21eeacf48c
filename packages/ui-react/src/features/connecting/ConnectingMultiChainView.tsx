import type { ModalState, Namespace } from '@latchkey/core'
import { startConnectChains } from '@latchkey/core/controllers/connection'
import { goBack } from '@latchkey/core/controllers/shell'
import { finishConnect } from '@latchkey/core/internal'
import { type ReactElement, useState } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Tile } from '../../primitives/Row.js'
import { Status, type StatusAction } from '../../primitives/Status.js'
import { ChainRow, useChainsText } from './Chains.js'
import { findWallet, getChains } from './getChains.js'
import { connectTexts } from './messages.js'

/** The state that the list of namespaces depends on. */
const selectSources = ({ connectors, namespaces, networks, ask }: ModalState): Partial<ModalState> => ({
  connectors,
  namespaces,
  networks,
  ask,
})

/** Connects one wallet on several namespaces: all of them, except those that the user unticks. */
export function ConnectingMultiChainView({ params: { connectorId } }: ViewProps<'ConnectingMultiChain'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(connectTexts)
  const state = { ...modal.getState(), ...useModalState(selectSources) }
  const [unticked, setUnticked] = useState<readonly Namespace[]>([])
  const meta = findWallet(state, connectorId)
  const wallet = meta?.name ?? connectorId
  const chains = getChains(state, connectorId)
  const isAsking = chains.some(({ status }) => status === 'asking')
  const hasFailed = !isAsking && chains.some(({ status }) => status === 'failed')
  const open = chains.filter(({ status }) => status !== 'connected').map(({ namespace }) => namespace)
  const isPart = hasFailed && open.length < chains.length
  const [first, ...rest] = open.filter((namespace) => !unticked.includes(namespace))

  const tick = (namespace: Namespace, isTicked: boolean): void =>
    setUnticked(isTicked ? unticked.filter((name) => name !== namespace) : [...unticked, namespace])
  const connect = (): void => {
    if (first && !isAsking) void startConnectChains(modal, { connectorId, namespaces: [first, ...rest] })
  }
  const primary: StatusAction = {
    text: isAsking ? t('buttonConnecting') : t(hasFailed ? 'tryAgain' : 'buttonConnect'),
    isDisabled: !first,
    isBusy: isAsking,
    onClick: connect,
  }
  const secondary =
    isPart || open.length === 0
      ? { text: t('continue'), onClick: () => finishConnect(modal) }
      : { text: t('cancel'), onClick: () => goBack(modal) }
  return (
    <Status
      {...useChainsText(chains, wallet)}
      mark={<Tile name={wallet} src={meta?.icon} />}
      titleId="chains"
      primary={open.length > 0 ? primary : undefined}
      secondary={secondary}
    >
      <ul className="list" aria-labelledby="chains">
        {chains.map((chain) => (
          <li key={chain.namespace}>
            <ChainRow
              chain={chain}
              wallet={wallet}
              isTicked={chain.status === 'connected' || !unticked.includes(chain.namespace)}
              isDisabled={isAsking || chain.status === 'connected'}
              onTick={(isTicked) => tick(chain.namespace, isTicked)}
            />
          </li>
        ))}
      </ul>
    </Status>
  )
}
