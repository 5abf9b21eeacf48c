/** Texts of what is said of a form of a transfer that is filled in. They come with the first key. */
export const sendNoteTexts = {
  sendToIs: '{name} is {address}',
  sendMaxFailed: 'The fee could not be read. Type an amount instead.',
  sendTokenFailed: 'This token does not exist on the network.',
  sendNameFailed: 'The name could not be looked up. Try again, or type an address.',
  sendFund: 'Fund wallet',

  // the one button, of a form that has something in every field
  send_badAmount: 'Amount is not valid',
  send_tooLittle: 'Insufficient funds',
  send_badReceiver: 'Invalid address',
  send_ready: 'Preview send',
  send_waiting: 'Open in your wallet',
} as const
