import { type ConnectionEntry, loadModule } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { useShell } from '../../router/ShellContext.js'
import type { walletActions } from './walletActions.js'

export type WalletActions = {
  /** The one that is being switched to. */
  readonly busy: ConnectionEntry | undefined
  /** The pointer or the focus is on one of these: a press may follow. */
  readonly prepare: () => void
  readonly switchTo: (entry: ConnectionEntry) => void
  readonly disconnect: (entry: ConnectionEntry) => void
  readonly remove: (entry: ConnectionEntry) => void
  readonly leaveAll: () => void
}

const load = async () => (await (await loadModule(() => import('./later.js'))).loadActions()).walletActions

/** What can be done with the wallets of a list; see walletActions.ts, which comes when the pointer or the focus is near. */
export function useWalletActions(): WalletActions {
  const shell = useShell()
  const [busy, setBusy] = useState<ConnectionEntry>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  const switching = useRef<AbortController>(undefined)
  // who leaves the view waits for no wallet
  useEffect(() => () => switching.current?.abort(), [])
  if (failure) throw failure.cause // the boundary says so and offers to try again

  const act = (run: (actions: typeof walletActions) => Promise<void>): void => {
    load().then(run, (cause: unknown) => setFailure({ cause }))
  }
  return {
    busy,
    prepare() {
      load().catch(() => undefined) // told by the press that needs it
    },
    switchTo(entry) {
      const controller = new AbortController()
      switching.current?.abort()
      switching.current = controller
      setBusy(entry)
      act(async (actions) => {
        await actions.switchTo(shell, entry, controller.signal)
        if (switching.current === controller) setBusy(undefined)
      })
    },
    disconnect: (entry) => act((actions) => actions.disconnect(shell, entry)),
    remove: (entry) => act((actions) => actions.remove(shell, entry)),
    leaveAll: () => act((actions) => actions.leaveAll(shell)),
  }
}
