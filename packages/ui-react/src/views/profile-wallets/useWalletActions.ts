import type { ConnectionEntry, NoticeCode } from '@latchkey/core'
import { removeConnection, showToast, switchConnection } from '@latchkey/core/controllers'
import { useEffect, useRef, useState } from 'react'
import { showFailure } from '../../primitives/Toast/showFailure.js'
import { useShell } from '../../router/ShellContext.js'
import { leaveWallet } from '../account/leaveWallet.js'

export type WalletActions = {
  /** The one that is being switched to. */
  readonly busy: Pick<ConnectionEntry, 'namespace' | 'connectorId'> | undefined
  readonly switchTo: (entry: ConnectionEntry) => void
  readonly disconnect: (entry: ConnectionEntry) => void
  readonly remove: (entry: ConnectionEntry) => void
}

/** What can be done with the wallets of a list, and its notices. */
export function useWalletActions(): WalletActions {
  const { modal, t } = useShell()
  const [busy, setBusy] = useState<WalletActions['busy']>()
  const switching = useRef<AbortController>(undefined)
  // who leaves the view waits for no wallet
  useEffect(() => () => switching.current?.abort(), [])

  const say = (code: NoticeCode): void => showToast(modal, { variant: 'success', message: { code } })
  const sayFailure = (cause: unknown, { connectorId, connector, status }: ConnectionEntry): void =>
    showFailure(modal, t, cause, { id: connector?.name ?? connectorId, status })

  const switchTo = async (entry: ConnectionEntry): Promise<void> => {
    const { namespace, connectorId } = entry
    const controller = new AbortController()
    switching.current?.abort()
    switching.current = controller
    setBusy(entry)
    try {
      await switchConnection(modal, { namespace, connectorId, signal: controller.signal })
      // the others are asked for in a view of their own, which says what became of it
      if (entry.status === 'connected') say('WALLET_SWITCHED')
    } catch (cause) {
      sayFailure(cause, entry)
    } finally {
      if (switching.current === controller) setBusy(undefined)
    }
  }
  const disconnect = async (entry: ConnectionEntry): Promise<void> => {
    try {
      await leaveWallet(modal, entry)
      say('WALLET_DISCONNECTED')
    } catch {
      // the notice says so; the page is free all the same
    }
  }
  const remove = async (entry: ConnectionEntry): Promise<void> => {
    try {
      await removeConnection(modal, entry)
      say('WALLET_REMOVED')
    } catch (cause) {
      sayFailure(cause, entry)
    }
  }
  return {
    busy,
    switchTo: (entry) => void switchTo(entry),
    disconnect: (entry) => void disconnect(entry),
    remove: (entry) => void remove(entry),
  }
}
