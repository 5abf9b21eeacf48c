/** Texts of the list of transactions. */
export const activityTexts = {
  activityTitle: 'Activity',
  activityLoading: 'Loading your transactions…',
  activityCount: { one: '{count} transaction shown', other: '{count} transactions shown' },
  activityMore: 'Show more',
  activityFailedTag: 'Failed',
  activityPendingTag: 'Pending',
  activityOpen: 'View on {explorer}',

  // by kind of transaction
  activity_approve: 'Approved',
  activity_borrow: 'Borrowed',
  activity_burn: 'Burned',
  activity_cancel: 'Canceled',
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
  activityEmptyText: 'Transactions you send and receive on {network} appear here.',
  activityFailedText: 'Your transactions are still on the network. Try again in a moment.',
  activityNone: "Activity isn't available here",
  activityNoneText: 'Transactions are listed for EVM networks only.',
  activityLocalText: 'Transactions you send from this app appear here.',
  activityUnlistedText: "This app doesn't list transactions on {network}.",
  activityNotConnected: 'No wallet connected',

  // by code
  TRANSACTIONS_UNAVAILABLE: 'Failed to fetch transactions',
} as const
