/** Texts of the list of wallets. They come with its view. */
export const walletTexts = {
  families: 'Chains',
  walletActive: 'Active',
  walletsOther: 'Other wallets',
  walletsEnded: 'Recently connected',
  walletSwitch: 'Switch',
  walletSwitchTo: 'Switch to {wallet}, {account}',
  walletConnectAgain: 'Connect {wallet}, {account}',
  walletMissing: 'Not found in this browser',
  walletEnd: 'Disconnect {wallet}',
  walletRemove: 'Remove {wallet} from the list',
  walletAdd: 'Add wallet',
  walletChange: 'Change wallet',
  walletsEmptyTitle: 'Nothing connected on {chain}',
  walletsEmptyText: 'Connect a wallet to use this app there.',
  disconnectAll: 'Disconnect all',
} as const
