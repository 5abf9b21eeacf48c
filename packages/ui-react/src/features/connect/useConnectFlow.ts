import { lazily, loadModule, type Namespace } from '@latchkey/core'
import { getRoute, popTo } from '@latchkey/core/internal'
import { useState } from 'react'
import { useShell } from '../../hooks/useShell.js'

type Connect = {
  /** The wallet that was clicked while the code is still on its way, once the wait is noticeable. */
  readonly pending: string | undefined
  readonly connect: (connectorId: string) => void
}

/** Milliseconds after which a click without an effect is felt. */
const noticeable = 100

/** Loads the code for connecting. Once loaded, a click calls the wallet in its own task. */
export const loadConnecting: () => Promise<typeof import('../connecting/index.js')> = lazily(() =>
  loadModule(() => import('../connecting/index.js')),
)

/** Connects a wallet on one namespace, or on those that the wallet has. */
export function useConnectFlow(namespace: Namespace | undefined): Connect {
  const { modal } = useShell()
  const [pending, setPending] = useState<string>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary shows it and offers to try again
  return {
    pending,
    connect(connectorId) {
      const route = getRoute(modal.getState())
      modal.ui.clicked = connectorId
      const timer = setTimeout(() => setPending(connectorId), noticeable)
      const settle = (): void => {
        clearTimeout(timer)
        setPending(undefined)
      }
      loadConnecting().then(
        ({ startConnect }) => {
          settle()
          // the user may have left meanwhile, or chosen another wallet
          const isLast = modal.ui.clicked === connectorId
          if (!isLast || !modal.getState().modal.open || getRoute(modal.getState()) !== route) return
          // leaves the view beside the list
          popTo(modal, 'Connect')
          void startConnect(modal, { connectorId, namespace })
        },
        (cause: unknown) => {
          settle()
          setFailure({ cause })
        },
      )
    },
  }
}
