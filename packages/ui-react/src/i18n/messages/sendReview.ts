/** Texts of a transfer that is looked at and sent. They come with that view. */
export const sendReviewTexts = {
  sendPreviewTitle: 'Review',

  // as the form says
  sendTitle: 'Send',
  sendTo: 'To',
  send_tooLittle: 'Insufficient funds',

  sendFrom: 'From',
  sendNetwork: 'Network',
  sendFee: 'Network fee',
  sendFeeAtMost: 'at most {amount} {symbol}',
  sendFeeLoading: 'Reading…',
  sendFeeUnknown: 'Not known',
  sendFeeFailed: 'The fee could not be read.',
  sendWouldFail: 'This transfer would fail: {details}',
  sendNoFeeMoney: 'Not enough {symbol} for the network fee.',
  sendNow: 'Send',

  sendWaitingTitle: 'Confirm in {wallet}',
  sendWaitingText: 'Check the amount and the address there.',
  sendConfirmingTitle: 'On its way',
  sendConfirmingText: '{amount} {symbol} were sent. The network takes a moment.',
  sendUnknownTitle: 'Not confirmed yet',
  sendUnknownText: 'It was sent, and may still arrive. Look it up before you send again.',
  sendDoneTitle: 'Sent',
  sendDoneText: '{amount} {symbol} have arrived at {to}.',
  sendFailedTitle: 'The transfer failed',
  sendFailedText: 'The network did not carry it out: {details}',
  sendExplorer: 'View on {explorer}',
  sendDone: 'Done',
  sendNothing: 'Nothing to review',
  sendNothingText: 'This transfer has ended.',
} as const
