/** Texts of what becomes of a payment. They come with it. */
export const payOutcomeTexts = {
  payWaitingTitle: 'Confirm in {wallet}',
  payWaitingText: 'Check the amount and the address there.',
  payConfirmingTitle: 'Payment on its way',
  payConfirmingText: 'The network takes a moment. You may close this.',
  payDoneTitle: 'Paid',
  payDoneText: '{amount} {symbol} have arrived.',
  payUnknownTitle: 'Not confirmed yet',
  payUnknownText: 'It was sent, and may still arrive. Look it up before you pay again.',
  payFailedTitle: 'The payment failed',
  payFailedText: 'The network did not carry it out: {details}',
  payEndedText: 'Nothing was paid.',
  payExplorer: 'View on {explorer}',
  payDone: 'Done',
} as const
