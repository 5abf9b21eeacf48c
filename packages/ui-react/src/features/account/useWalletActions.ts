import type { ConnectionEntry, NoticeCode } from '@latchkey/core'
import { disconnect, removeConnection, switchConnection } from '@latchkey/core/controllers/connection'
import { showToast } from '@latchkey/core/controllers/shell'
import { useEffect, useRef, useState } from 'react'
import { type ShellValue, useShell } from '../../hooks/useShell.js'
import { showFailure } from '../../primitives/Toast.js'
import type { UiModal } from '../../uiModal.js'
import { disconnectWallet } from './disconnectWallet.js'

/** A wallet in the list of one namespace. */
export type ListedWallet = {
  readonly entry: ConnectionEntry
  /** Its connections in the other shown namespaces, which are live or ended as `entry` is. */
  readonly elsewhere: readonly ConnectionEntry[]
}

export type WalletActions = {
  /** The connection that is being switched to. */
  readonly busy: ConnectionEntry | undefined
  /** Makes the wallet the active one of its namespace. */
  readonly switchTo: (entry: ConnectionEntry) => void
  /** Disconnects the wallet in all shown namespaces. */
  readonly disconnect: (entry: ConnectionEntry) => void
  /** Removes the wallet from the lists of all shown namespaces. */
  readonly remove: (wallet: ListedWallet) => void
  readonly leaveAll: () => void
}

/** Returns the actions for the wallets of a list. */
export function useWalletActions(): WalletActions {
  const shell = useShell()
  const [busy, setBusy] = useState<ConnectionEntry>()
  const switching = useRef<AbortController>(undefined)
  // stops waiting for the wallet when the view is left
  useEffect(() => () => switching.current?.abort(), [])

  return {
    busy,
    switchTo(entry) {
      const controller = new AbortController()
      switching.current?.abort()
      switching.current = controller
      setBusy(entry)
      void walletActions.switchTo(shell, entry, controller.signal).then(() => {
        if (switching.current === controller) setBusy(undefined)
      })
    },
    disconnect: (entry) => void walletActions.disconnect(shell, entry),
    remove: (wallet) => void walletActions.remove(shell, wallet),
    leaveAll: () => void walletActions.leaveAll(shell),
  }
}

type Shell = Pick<ShellValue, 'modal' | 't'>

const say = (modal: UiModal, code: NoticeCode): void => showToast(modal, { variant: 'success', message: { code } })

const sayFailure = ({ modal, t }: Shell, cause: unknown, { connectorId, connector, status }: ConnectionEntry): void =>
  showFailure(modal, t, cause, { id: connector?.name ?? connectorId, status })

/** Actions for the wallets of a list, with their toasts. They never reject. */
const walletActions = {
  async switchTo(shell: Shell, entry: ConnectionEntry, signal: AbortSignal): Promise<void> {
    const { namespace, connectorId } = entry
    try {
      await switchConnection(shell.modal, { namespace, connectorId, signal })
      // other wallets are connected in a view of their own, which shows the result
      if (entry.status === 'connected') say(shell.modal, 'WALLET_SWITCHED')
    } catch (cause) {
      sayFailure(shell, cause, entry)
    }
  },

  async disconnect({ modal }: Shell, entry: ConnectionEntry): Promise<void> {
    try {
      await disconnectWallet(modal, entry)
      say(modal, 'WALLET_DISCONNECTED')
    } catch {
      // a notice shows the error; the page is disconnected anyway
    }
  },

  async remove(shell: Shell, { entry, elsewhere }: ListedWallet): Promise<void> {
    try {
      for (const connection of [entry, ...elsewhere]) await removeConnection(shell.modal, connection)
      say(shell.modal, 'WALLET_REMOVED')
    } catch (cause) {
      sayFailure(shell, cause, entry)
    }
  },

  /** Ends all connections of the shown namespaces. */
  async leaveAll({ modal }: Shell): Promise<void> {
    try {
      await disconnect(modal, { namespace: modal.getState().modal.namespace })
    } catch {
      // a notice shows the error; the page is disconnected anyway
    }
  },
}
