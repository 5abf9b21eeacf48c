import { fundAccount, fundBitcoin, fundSolana } from '../../rpc/funding.js'
import type { WalletPeer } from '../peer/peer.js'
import type { WalletDecision, WalletPolicy, WalletState } from '../peer/state.js'
import type { WalletNetworks } from '../signer.js'
import { createElement, getElement, renderSelect } from './elements.js'
import { renderRequests } from './requests.js'
import { renderSessions } from './sessions.js'

const decisionOptions = [
  { value: 'ask', text: 'Ask' },
  { value: 'approve', text: 'Approve' },
  { value: 'reject', text: 'Reject' },
]

const signInFaults = [
  { value: '', text: 'As asked' },
  { value: 'nonce', text: 'Another nonce' },
  { value: 'key', text: "The other account's key" },
]

/** Mounts the wallet's controls. Each part re-renders when its state changes. */
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
    const choices = name === 'signIns' ? [...decisionOptions, { value: 'ignore', text: 'Ignore' }] : decisionOptions
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
      getElement('questions', HTMLElement).replaceChildren(...renderRequests({ peer, onError }))
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

/** Amounts per account: 100 ETH on each chain, 50 SOL, 2 BTC. */
const amounts = { wei: 100n * 10n ** 18n, lamports: 50_000_000_000, sats: 200_000_000 }

/** Funds an account on every local chain. */
async function fundAddresses(addresses: WalletState['addresses'], networks: WalletNetworks): Promise<void> {
  const { evm, solana, bitcoin } = networks
  const { eip155, solana: solanaAddress, bip122 } = addresses
  const account = eip155 as `0x${string}` | undefined
  await Promise.all([
    ...evm.map(async ({ rpcUrl }) => account && fundAccount(rpcUrl, account, amounts.wei)),
    solana && solanaAddress && fundSolana(solana.rpcUrl, solanaAddress, amounts.lamports),
    bitcoin && bip122 && fundBitcoin(bitcoin.esploraUrl, bip122, amounts.sats),
  ])
}
