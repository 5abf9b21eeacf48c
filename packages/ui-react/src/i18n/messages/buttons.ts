/** Texts of the buttons, which the page shows before the modal is loaded. */
export const buttonTexts = {
  buttonConnect: 'Connect',
  buttonConnecting: 'Connecting…',
  buttonConnected: 'Connected',
  buttonUnavailable: 'Not available',
  buttonSwitchNetwork: 'Switch network',
} as const
