/** Texts of the views for several wallets and chain families. They come with those views. */
export const walletTexts = {
  // one wallet on several chain families
  chainsTitle: 'Choose where to connect',
  chainsText: '{wallet} asks you once for each.',
  chainsAskingText: 'Approve the connection on {chain} in your wallet.',
  chainsPartTitle: 'Not connected everywhere',
  chainsPartText: 'What is connected stays so. Try the rest again, or continue without it.',
  chainsDoneTitle: 'Connected everywhere',
  chainsDoneText: 'There is nothing left to connect with {wallet}.',
  chainWaiting: 'Waiting',
  chainAsking: 'Asking',
  chainConnected: 'Connected',
  continue: 'Continue',

  // the wallets of each chain family
  families: 'Chains',
  walletActive: 'Active',
  walletsOther: 'Other wallets',
  walletsEnded: 'Recently connected',
  walletSwitch: 'Switch',
  walletMissing: 'Not found in this browser',
  walletEnd: 'Disconnect {wallet}',
  walletRemove: 'Remove {wallet} from the list',
  walletAdd: 'Add wallet',
  walletChange: 'Change wallet',
  walletsEmptyTitle: 'Nothing connected on {chain}',
  walletsEmptyText: 'Connect a wallet to use this app there.',
  disconnectAll: 'Disconnect all',

  // before leaving for another chain family
  switchChainTitle: 'You are not connected on {chain}',
  switchChainText: 'Switch to it and connect a wallet?',
  switchChain: 'Switch',
} as const
