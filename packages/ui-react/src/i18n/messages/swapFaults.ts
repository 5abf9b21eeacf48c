/** Texts of what a swap lacks, and of what went wrong with it, by code. They come when it does. */
export const swapFaultTexts = {
  swapNobody: 'No wallet connected',
  swapNobodyText: 'Swaps need a wallet on an EVM network.',
  swapNetworks: 'Choose another network',

  swapFailed: 'Something went wrong',
  swapUnchanged: 'Nothing was changed. You can try again.',
  ACCOUNT_CHANGED_swap: 'Your wallet has switched accounts',
  GAS_PRICE_NOT_SUPPORTED: 'Network not supported for Gas Price',
  INVALID_REPLY_swap: 'The service gave an answer that makes no sense',
  NO_LIQUIDITY: 'Insufficient liquidity',
  PRICE_CHANGED: 'The price has changed',
  RATE_LIMITED_swap: 'Rate Limited',
  SERVER_ERROR_swap: 'Server Error',
  SERVICE_NOT_CONFIGURED_swap: 'This app has not set up swaps',
  SWAP_FAILED: 'Transaction error',
  SWAP_NOT_CHECKED: "Swap blocked. It couldn't be checked.",
  SWAP_NOT_SUPPORTED: 'Network not supported for Swaps',
  SWAP_UNSAFE: 'Swap blocked. It does something other than shown here.',
  TIMED_OUT_swap: 'No answer in time. Look in your wallet before you try again.',
  USER_REJECTED_swap: 'Declined in your wallet',
} as const
