/** Texts of what a swap gives, and of what becomes of it. They come with the first offer. */
export const swapOfferTexts = {
  swapPreviewTitle: 'Review swap',
  swapReduced: 'Less {token} is swapped, so that enough is left for the network fee.',
  swapImpactHigh: 'You lose {impact} % of the value. A smaller amount may do better.',

  // the button of the form, by what is wrong
  swapIssue_badAmount: 'Check the amount',
  swapIssue_noBalance: 'Insufficient balance',
  swapIssue_noGas: 'Not enough {token} for the fee',
  swapReview: 'Review swap',

  // the numbers
  swapRate: 'Rate',
  swapRateValue: '1 {from} = {rate} {to}',
  swapImpact: 'Price impact',
  swapSlippage: 'Max. slippage',
  swapMinimum: 'Minimum received',
  swapRouter: 'Router',
  swapRouterUnknown: "This app doesn't know this router. The swap is simulated before your wallet is asked.",
  swapCost: 'Network fee',
  swapUnknown: 'Unknown',

  // the review, by step
  swapApprove: 'Approve {token}',
  swapApproveText: 'First allow that the swap takes your {token}. Then you swap.',
  swapSend: 'Swap',
  swap_clearing: 'Taking back the old approval of {token}…',
  swap_clearing_text: '{token} allows nothing new before that. Your wallet asks twice.',
  swap_approving: 'Approving {token}…',
  swap_approving_text: 'Agree in your wallet. This page goes on by itself.',
  swap_sending: 'Swapping…',
  swap_sending_text: 'Agree in your wallet. This page goes on by itself.',
  swap_confirming: 'Almost there…',
  swap_confirming_text: 'The network is taking your swap in.',
  swap_unconfirmed: 'Not confirmed yet',
  swap_unconfirmed_text: 'Your swap was sent and may still come. Do not send it again before you have looked.',
  swap_done: 'Swapped',
  swap_done_text: '{from} for {to}',
  swapExplorer: 'View on {explorer}',
  swapDone: 'Done',
  swapNothing: 'Nothing to review',
  swapNothingText: 'Choose what to swap first.',
  swapBack: 'Back to the swap',
} as const
