/** Texts of the list of transactions. They come with it. */
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
} as const
