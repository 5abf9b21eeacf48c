/** Texts of connecting one wallet on several namespaces. */
export const connectTexts = {
  chainsTitle: 'Choose networks to connect',
  chainsText: '{wallet} will ask once per network.',
  chainsAskingText: 'Approve the {chain} connection in your wallet.',
  chainsPartTitle: "Some networks didn't connect",
  chainsPartText: 'Connected networks stay connected. Retry the others or continue without them.',
  chainsDoneTitle: 'All networks connected',
  chainsDoneText: '{wallet} is connected on every network it supports here.',
  chainWaiting: 'Waiting',
  chainAsking: 'Confirm in your wallet',
  chainConnected: 'Connected',
  continue: 'Continue',
} as const
