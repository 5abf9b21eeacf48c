import { type ConnectorMeta, loadModule, type Namespace, type ViewName } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers'
import { getRoute } from '@latchkey/core/internal'
import { useState } from 'react'
import { useShell } from '../../router/ShellContext.js'

export type Connect = {
  /** The wallet whose code is awaited, once that takes noticeably long. */
  readonly pending: string | undefined
  /** The pointer or the focus is on a wallet. */
  readonly prepare: (connector: ConnectorMeta) => void
  readonly connect: (connectorId: string) => void
}

/** Milliseconds after which a click without an effect is felt. */
const patience = 100

/** Where most wait. */
const waitingViews: { readonly [type in ConnectorMeta['type']]?: ViewName } = {
  MULTI_CHAIN: 'ConnectingMultiChain',
  WALLET_CONNECT: 'ConnectingWalletConnect',
}

const load = () => loadModule(() => import('../connecting-external/connectWallet.js'))

/** Connects a wallet, on one chain family where one is named. The first opening goes without the code for it, which comes when the pointer is near a wallet. */
export function useConnect(namespace: Namespace | undefined): Connect {
  const { modal, prepareView } = useShell()
  const [pending, setPending] = useState<string>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary says so and offers to try again
  return {
    pending,
    prepare({ id: connectorId, type }) {
      load().catch(() => undefined) // told by the click that needs it
      prepareView(waitingViews[type] ?? 'ConnectingExternal')
      prepareConnect(modal, { connectorId })
    },
    connect(connectorId) {
      const timer = setTimeout(() => setPending(connectorId), patience)
      const settle = (): void => {
        clearTimeout(timer)
        setPending(undefined)
      }
      load().then(
        ({ connectWallet }) => {
          settle()
          const state = modal.getState()
          // the visitor may have left meanwhile
          if (state.modal.open && getRoute(state).view === 'Connect') connectWallet(modal, { connectorId, namespace })
        },
        (cause: unknown) => {
          settle()
          setFailure({ cause })
        },
      )
    },
  }
}
