import type ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { asObject, getProperty, getPropertyName, removeProperties, renameProperty } from '../../source/objects.js'

/** Options without a counterpart, with the note to leave, or an empty text if none is needed. */
const removedOptions: Readonly<Record<string, string>> = {
  allWallets: '',
  chainImages: '',
  coinbasePreference: '',
  connectorImages: '',
  customRpcUrls: 'set RPC URLs in the network itself, or in services: { rpc }.',
  enableAuthLogger: '',
  enableCoinbase: '',
  enableMobileFullScreen: '',
  enableNetworkLogos: '',
  manualWCControl: '',
  siwx: 'for sign-in, add siwx({ server }) from @latchkey/siwx to adapters.',
  tokens: 'tokens come from your gateway: set services: { blockchainApi }.',
  universalProviderConfigOverride: 'pass these options to walletConnect({ … }) from @latchkey/walletconnect.',
}

const features: Readonly<Record<string, string>> = { history: 'activity', reownBranding: 'branding' }
const removedFeatures: readonly string[] = [
  ...['allWallets', 'analytics', 'collapseWallets', 'emailShowWallets', 'emailCapture', 'headless', 'legalCheckbox'],
  ...['payWithExchange', 'payments', 'reownAuthentication', 'smartSessions'],
]

const variables: Readonly<Record<string, string>> = { '--w3m-accent': '--lk-accent', '--w3m-font-family': '--lk-font' }

/** Rewrites the options of `createAppKit`. Most have the same names. */
export function rewriteOptions(source: Source, options: ts.ObjectLiteralExpression): void {
  for (const property of options.properties) {
    const why = removedOptions[getPropertyName(property) ?? '']
    if (why) source.note(options, why)
  }
  removeProperties(source, options, (property) => Object.hasOwn(removedOptions, getPropertyName(property) ?? ''))
  rewriteFeatures(source, asObject(getProperty(options, 'features')))
  rewriteVariables(source, asObject(getProperty(options, 'themeVariables')))
}

function rewriteFeatures(source: Source, object: ts.ObjectLiteralExpression | undefined): void {
  if (!object) return
  for (const property of object.properties) {
    const name = getPropertyName(property) ?? ''
    const next = features[name]
    if (next) renameProperty(source, property, next)
    const isOn = getProperty(object, name)?.getText(source.file) !== 'false'
    if ((name === 'email' || name === 'socials') && isOn) {
      source.note(
        object,
        'logins need embeddedWallet({ frameUrl }) from @latchkey/embedded-wallet and a vault that you host.',
      )
    }
  }
  removeProperties(source, object, (property) => removedFeatures.includes(getPropertyName(property) ?? ''))
}

function rewriteVariables(source: Source, object: ts.ObjectLiteralExpression | undefined): void {
  if (!object) return
  for (const property of object.properties) {
    const next = variables[getPropertyName(property) ?? '']
    if (next) renameProperty(source, property, `'${next}'`)
  }
  const isGone = (property: ts.ObjectLiteralElementLike): boolean => {
    const name = getPropertyName(property) ?? ''
    return /^--(w3m|apkt)-/.test(name) && !Object.hasOwn(variables, name)
  }
  if (object.properties.some(isGone))
    source.note(object, 'other theme variables start with --lk-: see docs/theming.md.')
  removeProperties(source, object, isGone)
}
