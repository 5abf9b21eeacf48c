/** Texts of the buttons, which stand in the page before the modal is loaded. */
export const buttonTexts = {
  buttonConnect: 'Connect',
  buttonConnecting: 'Connecting…',
  buttonSwitchNetwork: 'Switch network',
} as const
