/** Texts of the view that leaves room for the embedded wallet's own screen. */
export const approveTexts = {
  approveHeading: 'Opening your wallet…',
  approveText: 'What this app asks for shows here. Nothing is signed before you approve it.',
  approveNothing: 'Nothing waits for you',
  approveNothingText: 'The request was answered, or taken back.',
} as const
