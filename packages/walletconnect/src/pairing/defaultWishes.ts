import type { Namespace } from '@latchkey/core'

const events = ['accountsChanged', 'chainChanged'] as const

/** What wallets are asked for unless the app says otherwise; they agree to what they can do. */
export const defaultWishes: {
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
