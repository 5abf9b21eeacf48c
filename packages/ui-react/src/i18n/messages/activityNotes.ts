/** Texts of what stands in for a list of transactions. They come with it. */
export const activityNoteTexts = {
  activityEmpty: 'No transactions yet',
  activityEmptyText: 'What you send and receive on {network} shows here.',
  activityFailedText: 'They are still on the network. You can try again.',
  activityNone: 'No activity here',
  activityNoneText: 'Transactions are listed on EVM networks.',
  activityUnlistedText: 'This app does not list transactions of {network}.',
  activityNobody: 'No wallet connected',

  // by code
  TRANSACTIONS_UNAVAILABLE: 'Failed to fetch transactions',
} as const
