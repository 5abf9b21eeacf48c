import type { WalletPeer } from '../peer/walletPeer.js'
import type { WalletDecision, WalletPolicy, WalletState } from '../peer/walletState.js'
import type { WalletNetworks } from '../walletNetworks.js'
import { createElement } from './createElement.js'
import { fundAddresses } from './fundAddresses.js'
import { getElement } from './getElement.js'
import { renderQuestions } from './renderQuestions.js'
import { renderSelect } from './renderSelect.js'
import { renderSessions } from './renderSessions.js'

const decisions = [
  { value: 'ask', text: 'Ask' },
  { value: 'approve', text: 'Approve' },
  { value: 'reject', text: 'Reject' },
]

const signInFaults = [
  { value: '', text: 'As asked' },
  { value: 'nonce', text: 'Another nonce' },
  { value: 'key', text: "The other account's key" },
]

/** Shows a wallet in the page and lets its user control it. A part is drawn again when what it shows has changed. */
export function mountWallet(peer: WalletPeer, networks: WalletNetworks): void {
  const status = getElement('status', HTMLElement)
  const onError = (error: unknown): void => {
    status.textContent = error instanceof Error ? error.message : String(error)
  }
  const attempt = (work: () => Promise<void>, done?: string): void => {
    work().then(() => {
      if (done) status.textContent = done
    }, onError)
  }

  const account = getElement('account', HTMLSelectElement)
  account.addEventListener('change', () => attempt(() => peer.switchAccount(Number(account.value))))
  const network = getElement('network', HTMLSelectElement)
  network.addEventListener('change', () => attempt(() => peer.switchChain(network.value)))
  const fund = getElement('fund', HTMLButtonElement)
  fund.addEventListener('click', () =>
    attempt(() => fundAddresses(peer.getState().addresses, networks), 'The account has coins'),
  )
  for (const name of ['proposals', 'requests', 'signIns'] as const) {
    const select = getElement(`policy-${name}`, HTMLSelectElement)
    const choices = name === 'signIns' ? [...decisions, { value: 'ignore', text: 'Ignore' }] : decisions
    renderSelect(select, choices, peer.getPolicy()[name])
    select.addEventListener('change', () => peer.setPolicy({ [name]: select.value as WalletDecision }))
  }
  const fault = getElement('sign-in-fault', HTMLSelectElement)
  renderSelect(fault, signInFaults, '')
  fault.addEventListener('change', () =>
    peer.setPolicy({ signInFault: (fault.value || undefined) as WalletPolicy['signInFault'] }),
  )
  const chains = getElement('policy-chains', HTMLInputElement)
  chains.addEventListener('input', () => {
    const list = chains.value.split(/[\s,]+/).filter((chain) => chain !== '')
    peer.setPolicy({ chains: list.length > 0 ? list : undefined })
  })
  const offline = getElement('offline', HTMLButtonElement)
  offline.addEventListener('click', () => {
    const isOffline = offline.ariaPressed !== 'true'
    offline.ariaPressed = String(isOffline)
    attempt(isOffline ? peer.goOffline : peer.goOnline, isOffline ? 'Offline' : 'Online')
  })

  let shown: Partial<WalletState> = {}
  const render = (): void => {
    const state = peer.getState()
    const isChanged = (...names: readonly (keyof WalletState)[]): boolean =>
      names.some((name) => state[name] !== shown[name])
    if (isChanged('proposals', 'signIns', 'requests'))
      getElement('questions', HTMLElement).replaceChildren(...renderQuestions({ peer, onError }))
    if (isChanged('sessions')) getElement('sessions', HTMLElement).replaceChildren(...renderSessions({ peer, onError }))
    if (isChanged('account', 'addresses')) {
      const accounts = [0, 1].map((index) => ({ value: String(index), text: `Account ${index + 1}` }))
      renderSelect(account, accounts, String(state.account))
      getElement('addresses', HTMLElement).replaceChildren(...renderAddresses(state))
    }
    if (isChanged('chains', 'activeChains')) {
      const evm = state.chains.filter((chain) => chain.startsWith('eip155:'))
      renderSelect(
        network,
        evm.map((chain) => ({ value: chain, text: chain })),
        state.activeChains.eip155 ?? '',
      )
    }
    if (isChanged('log'))
      getElement('log', HTMLElement).replaceChildren(...state.log.map((text) => createElement('li', {}, text)))
    shown = state
  }
  peer.subscribe(render)
  render()
}

function renderAddresses({ addresses }: WalletState): readonly HTMLLIElement[] {
  return Object.entries(addresses).map(([namespace, address]) => {
    const code = createElement('code', {}, address)
    code.dataset['namespace'] = namespace
    return createElement('li', {}, `${namespace} `, code)
  })
}
