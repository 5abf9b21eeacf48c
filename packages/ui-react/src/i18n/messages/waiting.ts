/** Texts of the views that wait for a wallet. They come with those views. */
export const waitingTexts = {
  connectingTitle: 'Open {wallet} to continue',
  connectingText: 'Approve the connection in your wallet.',

  // what to do about an error, by code; one without a text shows `nothingChanged`
  nothingChanged: 'Nothing was changed. You can try again.',
  CONNECTION_REJECTED_help: 'You declined the request in your wallet.',
  CONNECTOR_NOT_FOUND_help: 'Install or switch on its wallet in this browser, then try again.',
  REQUEST_PENDING_help: 'A request waits there. Finish it, then try again.',
  TIMED_OUT_help: 'Open your wallet, see whether it is locked, then try again.',
} as const
