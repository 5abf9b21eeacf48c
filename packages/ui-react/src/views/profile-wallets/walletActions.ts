import type { ConnectionEntry, NoticeCode } from '@latchkey/core'
import { disconnect, removeConnection, showToast, switchConnection } from '@latchkey/core/controllers'
import { showFailure } from '../../primitives/Toast/showFailure.js'
import type { ShellValue } from '../../router/ShellContext.js'
import type { UiModal } from '../../uiModal.js'
import { leaveWallet } from '../account/leaveWallet.js'

type Shell = Pick<ShellValue, 'modal' | 't'>

const say = (modal: UiModal, code: NoticeCode): void => showToast(modal, { variant: 'success', message: { code } })

const sayFailure = ({ modal, t }: Shell, cause: unknown, { connectorId, connector, status }: ConnectionEntry): void =>
  showFailure(modal, t, cause, { id: connector?.name ?? connectorId, status })

/** What can be done with the wallets of a list, and its notices. None of it rejects. */
export const walletActions = {
  async switchTo(shell: Shell, entry: ConnectionEntry, signal: AbortSignal): Promise<void> {
    // the view was left while this was loaded
    if (signal.aborted) return
    const { namespace, connectorId } = entry
    try {
      await switchConnection(shell.modal, { namespace, connectorId, signal })
      // the others are asked for in a view of their own, which says what became of it
      if (entry.status === 'connected') say(shell.modal, 'WALLET_SWITCHED')
    } catch (cause) {
      sayFailure(shell, cause, entry)
    }
  },

  async disconnect({ modal }: Shell, entry: ConnectionEntry): Promise<void> {
    try {
      await leaveWallet(modal, entry)
      say(modal, 'WALLET_DISCONNECTED')
    } catch {
      // the notice says so; the page is free all the same
    }
  },

  async remove(shell: Shell, entry: ConnectionEntry): Promise<void> {
    try {
      await removeConnection(shell.modal, entry)
      say(shell.modal, 'WALLET_REMOVED')
    } catch (cause) {
      sayFailure(shell, cause, entry)
    }
  },

  /** Ends all connections of the chain families that the modal shows. */
  async leaveAll({ modal }: Shell): Promise<void> {
    try {
      await disconnect(modal, { namespace: modal.getState().modal.namespace })
    } catch {
      // the notice says so; the page is free all the same
    }
  },
}
