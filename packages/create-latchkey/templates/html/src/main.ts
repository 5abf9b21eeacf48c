import '@latchkey/ui-react/styles.css'
import './style.css'
import { getAccount } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import { defineElements } from '@latchkey/ui-react/standalone'
import { modal } from './modal.ts'

// the buttons of the page start the modal, which finds wallets and restores connections
defineElements(modal)

function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element "${id}".`)
  return element
}
const [hint, account, address, balance] = [find('hint'), find('account'), find('address'), find('balance')]

modal.subscribe((state) => {
  const now = getAccount(state)
  hint.hidden = now.isConnected
  account.hidden = !now.isConnected
  address.textContent = now.address ?? ''
  const read = now.namespace && state.namespaces[now.namespace]?.balance
  const missing = read?.status === 'failed' ? 'not available' : 'loading…'
  balance.textContent = now.balance ? `${now.balance} ${now.balanceSymbol}` : missing
})
watchBalance(modal)
