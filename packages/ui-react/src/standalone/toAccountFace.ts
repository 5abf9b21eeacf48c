import { toFixedDecimals } from '@latchkey/core'
import type { ToFace } from './buttonElement.js'
import { readAccount } from './readAccount.js'

/** As AccountButton: the connected account, and its balance where asked for. Nothing while disconnected. */
export const toAccountFace: ToFace = (modal, { namespace: wanted, showBalance }) => {
  const state = modal.getState()
  const { label, namespace } = readAccount(state, wanted)
  if (!label) return null
  const balance = namespace && showBalance ? state.namespaces[namespace]?.balance : undefined
  const last = balance && 'last' in balance ? balance.last : undefined
  const amount = last?.token ?? last
  return {
    text: label,
    balance: amount && `${toFixedDecimals(amount.balance, 3)} ${amount.symbol}`,
    kind: 'plain',
    request: wanted && { namespace: wanted },
  }
}
