/** Texts of the list of transactions. */
export const activityTexts = {
  activityTitle: 'Activity',
  activityLoading: 'Loading your transactions…',
  activityCount: 'Transactions shown: {count}',
  activityMore: 'Show more',
  activityFailedTag: 'Failed',
  activityPendingTag: 'Pending',
  activityOpen: '{title}, {detail}, {date}. View on {explorer}',

  // by kind of transaction
  activity_approve: 'Approved',
  activity_borrow: 'Borrowed',
  activity_burn: 'Burned',
  activity_cancel: 'Cancelled',
  activity_claim: 'Claimed',
  activity_deploy: 'Deployed',
  activity_deposit: 'Deposited',
  activity_execute: 'Contract call',
  activity_mint: 'Minted',
  activity_receive: 'Received',
  activity_repay: 'Repaid',
  activity_send: 'Sent',
  activity_stake: 'Staked',
  activity_trade: 'Swapped',
  activity_unstake: 'Unstaked',
  activity_withdraw: 'Withdrawn',

  activityEmpty: 'No transactions yet',
  activityEmptyText: 'What you send and receive on {network} shows here.',
  activityFailedText: 'They are still on the network. You can try again.',
  activityNone: 'No activity here',
  activityNoneText: 'Transactions are listed on EVM networks.',
  activityLocalText: 'Transactions that you send from this app show here.',
  activityUnlistedText: 'This app does not list transactions of {network}.',
  activityNobody: 'No wallet connected',

  // by code
  TRANSACTIONS_UNAVAILABLE: 'Failed to fetch transactions',
} as const
