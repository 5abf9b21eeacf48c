/** Texts of connecting one wallet on several namespaces. */
export const connectTexts = {
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
} as const
