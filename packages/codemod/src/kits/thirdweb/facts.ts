import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { asObject, getProperty } from '../../source/objects.js'
import { readValue, resolve, type ToImport } from '../../source/values.js'
import { carry, type Read, type Reads } from '../shared/attributes.js'
import { joinSettings, type Settings, toNotes, toOption } from '../shared/modalOptions.js'
import { nothing, readChoice, readFields, readLocale, sharedNotes, toMode } from '../shared/reads.js'

/** Chains whose names differ in viem. */
const chainNames: Readonly<Record<string, string>> = {
  ethereum: 'mainnet',
  gnosisChain: 'gnosis',
  localhost: 'localhost',
  moonbeam: 'moonbeam',
  zkSync: 'zksync',
  zkSyncSepolia: 'zksyncSepoliaTestnet',
}

/** Chains of thirdweb as those of viem. */
export const toViemChain: ToImport = ({ name, module }) =>
  module === 'thirdweb/chains' ? { name: chainNames[name] ?? name, module: 'viem/chains' } : { name, module }

const readChain =
  (name: string): Read =>
  (source, value) => {
    const portable = readValue(source, value, toViemChain)
    return portable && { options: [toOption(name, portable)], notes: [] }
  }

const themes: Readonly<Record<string, 'light' | 'dark'>> = { darkTheme: 'dark', lightTheme: 'light' }

const colorReads: Reads = {
  accentText: '',
  borderColor: carry('themeVariables.--lk-line'),
  modalBg: carry('themeVariables.--lk-bg'),
  primaryButtonBg: carry('themeVariables.--lk-accent'),
  // computed from the accent
  primaryButtonText: '',
  primaryText: carry('themeVariables.--lk-fg'),
  secondaryText: carry('themeVariables.--lk-fg-muted'),
}

/** `'dark'`, or `darkTheme({ colors: { … } })`. */
const readTheme: Read = (source, value) => {
  const theme = resolve(source, value)
  if (ts.isStringLiteral(theme)) return theme.text === 'light' || theme.text === 'dark' ? toMode(theme.text) : undefined
  const mode = ts.isCallExpression(theme) && themes[source.imports.byLocal(theme.expression.getText())?.name ?? '']
  if (!mode || !ts.isCallExpression(theme)) return toNotes(sharedNotes.themeAtRunTime)
  const [options] = theme.arguments
  const read = readFields(
    { colors: readFields(colorReads, 'colors'), fontFamily: carry('themeVariables.--lk-font') },
    'the theme',
  )
  return joinSettings([toMode(mode), (options && read(source, options)) ?? nothing])
}

const readFalse =
  (name: string): Read =>
  (source, value): Settings | undefined => {
    const { kind } = resolve(source, value)
    if (kind === ts.SyntaxKind.TrueKeyword) return nothing
    return kind === ts.SyntaxKind.FalseKeyword ? { options: [toOption(name, 'false')], notes: [] } : undefined
  }

const readIcon: Read = (source, value) => {
  const portable = readValue(source, value)
  return (
    portable && {
      options: [toOption('metadata.icons', { print: (imports) => `[${portable.print(imports)}]` })],
      notes: [],
    }
  )
}

/** The props of `ConnectButton` and `ConnectEmbed`. */
export const buttonReads: Reads = {
  accountAbstraction: 'smart accounts come with embeddedWallet({ frameUrl }) from @latchkey/embedded-wallet.',
  appMetadata: readFields(
    {
      name: carry('metadata.name'),
      description: carry('metadata.description'),
      url: carry('metadata.url'),
      logoUrl: readIcon,
    },
    'appMetadata',
  ),
  auth: sharedNotes.siwx,
  autoConnect: readFalse('enableReconnect'),
  chain: readChain('defaultNetwork'),
  chains: readChain('networks'),
  className: '',
  client: '',
  connectButton: '',
  connectModal: readFields(
    {
      privacyPolicyUrl: carry('privacyPolicyUrl'),
      requireApproval: 'there is no legal check box: your terms are linked below the connection methods.',
      showThirdwebBranding: '',
      size: readChoice({
        compact: nothing,
        wide: toNotes('the modal has one column: set its width with themeVariables: { --lk-width }.'),
      }),
      termsOfServiceUrl: carry('termsConditionsUrl'),
      title: 'set the title with messages of createModal().',
    },
    'connectModal',
  ),
  locale: readLocale,
  theme: readTheme,
  wallets: 'installed wallets are discovered; choose those of the list with featuredWalletIds and includeWalletIds.',
}

/** Whether an object has logins of thirdweb: `inAppWallet({ auth: … })`. */
export const hasLogins = (source: Source): boolean =>
  source.imports.from('thirdweb/wallets').some(({ name }) => name === 'inAppWallet')

/** The label of `connectButton={{ label }}`. */
export const readLabel = (value: ts.Expression | undefined): ts.Expression | undefined =>
  getProperty(asObject(value), 'label')
