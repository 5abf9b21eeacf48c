/** Texts of the form of a swap, before an amount is typed. They come with its views. */
export const swapTexts = {
  swapTitle: 'Swap',
  swapLoading: 'Loading tokens…',
  swapPay: 'You pay',
  swapReceive: 'You receive',
  swapAmount: 'Amount to pay',
  swapSelect: 'Select token',
  swapChange: 'Change {token}',
  swapFlip: 'Swap the other way round',
  swapMax: 'Max',
  swapBalance: 'Balance {amount}',
  swapBalanceMax: 'Use the whole balance of {amount}',

  // the button, by what is missing
  swapIssue_noToken: 'Select a token',
  swapIssue_noAmount: 'Enter an amount',
  swapIssue_waiting: 'Getting a price…',
} as const
