import ts from 'typescript'
import { asObject, getProperty } from '../../source/objects.js'
import { resolve } from '../../source/values.js'
import { carry, type Read, type Reads } from '../shared/attributes.js'
import { joinSettings, toNotes } from '../shared/modalOptions.js'
import {
  readChoice,
  readDisclaimer,
  readFields,
  readInitialChain,
  readLocale,
  sharedNotes,
  toMode,
  toVariable,
} from '../shared/reads.js'

export const kit = '@rainbow-me/rainbowkit'

/** The functions that make a theme, and its mode. */
export const themes: Readonly<Record<string, 'light' | 'dark'>> = {
  darkTheme: 'dark',
  lightTheme: 'light',
  midnightTheme: 'dark',
}

/** The corner radius of the modal by `borderRadius`. */
const radii = { none: '0px', small: '8px', medium: '16px', large: '24px' }

const themeReads: Reads = {
  accentColor: carry('themeVariables.--lk-accent'),
  // computed from the accent
  accentColorForeground: '',
  borderRadius: readChoice(
    Object.fromEntries(Object.entries(radii).map(([name, size]) => [name, toVariable('--lk-radius-card', size)])),
  ),
  fontStack: 'set the font with themeVariables: { --lk-font } of createModal().',
}

/** `darkTheme({ … })`, or one theme for each mode, which then follows the system. */
const readTheme: Read = (source, value) => {
  const theme = resolve(source, value)
  if (ts.isCallExpression(theme)) {
    const mode = themes[source.imports.byLocal(theme.expression.getText())?.name ?? '']
    if (!mode) return toNotes(sharedNotes.themeAtRunTime)
    const [options] = theme.arguments
    const read = readFields(themeReads, 'the theme')
    return joinSettings([toMode(mode), (options && read(source, options)) ?? joinSettings([])])
  }
  const light = getProperty(asObject(theme), 'lightMode')
  const [call] = light && getProperty(asObject(theme), 'darkMode') ? [resolve(source, light)] : []
  if (!call || !ts.isCallExpression(call)) return toNotes(sharedNotes.themeAtRunTime)
  const [options] = call.arguments
  const notes = toNotes('the theme follows the system; one accent is used for both modes.')
  return options
    ? joinSettings([readFields(themeReads, 'the theme')(source, options) ?? joinSettings([]), notes])
    : joinSettings([])
}

/** The props of `RainbowKitProvider`. */
export const providerReads: Reads = {
  appInfo: readFields(
    {
      appName: carry('metadata.name'),
      disclaimer: readDisclaimer,
      learnMoreUrl: 'learnMoreUrl of appInfo has no counterpart: the modal explains wallets itself.',
    },
    'appInfo',
  ),
  avatar: 'the avatar comes with the name of the account; add custom views with views of createModal().',
  coolMode: 'coolMode of RainbowKitProvider has no counterpart.',
  id: carry('id'),
  initialChain: readInitialChain,
  locale: readLocale,
  modalSize: readChoice({
    compact: toVariable('--lk-width', '368px'),
    wide: toNotes('the modal has one column: set its width with themeVariables: { --lk-width } of createModal().'),
  }),
  // the account always lists those that the app adds
  showRecentTransactions: '',
  theme: readTheme,
}

/** The views that the hooks open. */
export const views: Readonly<Record<string, string>> = { Connect: 'Connect', Account: 'Account', Chain: 'Networks' }

/** Returns the note about an export without a counterpart. */
export function toNote(name: string): string {
  if (/Authentication/.test(name)) return `instead of ${name}, add siwx({ server }) from @latchkey/siwx to adapters.`
  if (/Wallets?$/.test(name)) {
    return `instead of ${name}, installed wallets are discovered automatically; for your own wagmi config use wagmiEvm({ config }).`
  }
  if (name === 'WalletButton')
    return "instead of WalletButton of RainbowKit, use the one of @latchkey/ui-react: its wallet is an rdns such as 'io.metamask'."
  return `${name} has no direct counterpart.`
}
