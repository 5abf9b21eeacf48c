/** Texts of the form of a transfer. They come with it. */
export const sendTexts = {
  sendTitle: 'Send',
  sendAmount: 'Amount',
  sendTo: 'To',
  sendToHint: 'Address',
  sendToHintName: 'Address or name',
  sendTokenIs: 'Token: {symbol}. Choose another',
  sendTokenFixed: 'Token: {symbol}',
  sendBalance: 'Balance {amount} {symbol}',
  sendMax: 'Max',

  // the one button: the first thing that is missing
  send_noToken: 'Select token',
  send_noAmount: 'Add amount',
  send_noReceiver: 'Add address',
  send_checkingReceiver: 'Checking address…',
} as const
