/** Texts of the view that leaves room for the embedded wallet's own screen. */
export const approveTexts = {
  approveHeading: 'Opening your wallet…',
  approveText: 'The request appears here. Nothing is signed until you approve it.',
  approveNothing: 'No pending requests',
  approveNothingText: 'The request was answered or withdrawn.',
} as const
