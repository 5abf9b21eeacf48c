import type { ToFace } from './buttonElement.js'
import { getButtonTexts } from './getButtonTexts.js'
import { readAccount } from './readAccount.js'

/** As ConnectButton: connects; once connected, shows the account. */
export const toConnectFace: ToFace = (modal, { namespace, label, loadingLabel }) => {
  const account = readAccount(modal.getState(), namespace)
  const request = namespace && { namespace }
  if (account.label) return { text: account.label, kind: 'plain', request }
  const { buttonConnect, buttonConnecting } = getButtonTexts(modal)
  const isBusy = account.status === 'connecting'
  const text = isBusy ? (loadingLabel ?? buttonConnecting) : (label ?? buttonConnect)
  return { text, kind: 'primary', isBusy, request }
}
