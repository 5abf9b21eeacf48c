import type { CaipNetworkId, Namespace, Network } from '@latchkey/core'
import type { WalletConnectOptions } from '../options.js'

/** What a wallet is asked to approve, by namespace. All of it is optional: a wallet that supports less still connects. */
export type Proposal = Record<string, { chains: string[]; methods: string[]; events: string[] }>

export type ProposalOptions = {
  readonly namespaces: readonly Namespace[]
  readonly networks: readonly Network[]
  /** Replaces the defaults. */
  readonly overrides?: WalletConnectOptions['proposal']
}

/** The proposal for namespaces, without those that have no network in the modal. */
export function toProposal({ namespaces, networks, overrides = {} }: ProposalOptions): Proposal {
  const proposal: Proposal = {}
  for (const namespace of namespaces) {
    const own = overrides[namespace] ?? {}
    const known = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    const ids: readonly CaipNetworkId[] = own.chains ?? known.map(({ caipNetworkId }) => caipNetworkId)
    const chains = [...new Set(ids)].filter((id) => known.some(({ caipNetworkId }) => caipNetworkId === id))
    const { methods, events } = defaultProposal[namespace] ?? noDefaults
    if (chains.length > 0)
      proposal[namespace] = { chains, methods: [...(own.methods ?? methods)], events: [...(own.events ?? events)] }
  }
  return proposal
}

const events = ['accountsChanged', 'chainChanged'] as const

/** For namespaces of third-party adapters: the app names the methods. */
const noDefaults = { methods: [], events: [] } as const

/** The methods and events that wallets are asked to approve by default. */
export const defaultProposal: {
  readonly [namespace in Namespace]: { readonly methods: readonly string[]; readonly events: readonly string[] }
} = {
  eip155: {
    methods: [
      'eth_accounts',
      'eth_requestAccounts',
      'eth_sendRawTransaction',
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'personal_sign',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_getPermissions',
      'wallet_requestPermissions',
      'wallet_registerOnboarding',
      'wallet_watchAsset',
      'wallet_scanQRCode',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_getCapabilities',
      'wallet_requestExecutionPermissions',
      'wallet_revokeExecutionPermission',
      'wallet_getSupportedExecutionPermissions',
      'wallet_getGrantedExecutionPermissions',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_getAssets',
    ],
    events,
  },
  solana: {
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events,
  },
  bip122: { methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'], events },
  polkadot: { methods: ['polkadot_signTransaction', 'polkadot_signMessage'], events },
  cosmos: { methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'], events },
}
