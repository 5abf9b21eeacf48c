import { frameTexts } from './frame.js'

const own = {
  typeHeading: 'Account on EVM',
  typeText: 'Each has its own address and balance. Nothing moves from one to the other.',
  type_eoa: 'Standard account',
  type_smartAccount: 'Smart account',
  typeActive: 'In use',
  typeSwitching: 'Switching…',
  typeSwitched: '{type} in use',
  typeNotHere: 'Not on {network}',
  typeNotDeployed: 'The smart account is set up on {network} with its first transaction.',
  typeFailed: 'Your account was not switched.',
  typeFallback: 'The standard account is in use. You can try again.',
  nameRow: 'Account name',
  nameRowText: 'Others can send to it',
  sessionsRow: 'Permissions',
  sessionsRowText: 'What apps may do by themselves',
  manageTitle: 'Security and recovery',
  manageText: 'Browsers, recovery phrase and export',
  settingsNone: 'Nothing to set here',
  settingsNoneText: 'No wallet of an email or social login is connected.',
} as const

/** Texts of what a visitor can set of an embedded wallet. They come with that view. */
export const settingsTexts: typeof frameTexts & typeof own = { ...frameTexts, ...own }
