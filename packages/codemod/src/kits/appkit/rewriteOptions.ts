import type ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { asObject, getProperty, getPropertyName, removeProperties, renameProperty } from '../../source/objects.js'

/** Options that have no counterpart: why, or nothing where nobody will miss them. */
const gone: Readonly<Record<string, string>> = {
  allWallets: '',
  chainImages: '',
  coinbasePreference: '',
  connectorImages: '',
  customRpcUrls: 'the RPC URLs of a network stand in the network itself, or in services: { rpc }.',
  enableAuthLogger: '',
  enableCoinbase: '',
  enableMobileFullScreen: '',
  enableNetworkLogos: '',
  manualWCControl: '',
  siwx: 'sign-in is siwx({ server }) of @latchkey/siwx, one of the adapters.',
  tokens: 'tokens come from your gateway: services: { blockchainApi }.',
  universalProviderConfigOverride: 'these are options of walletConnect({ … }) of @latchkey/walletconnect.',
}

const features: Readonly<Record<string, string>> = { history: 'activity', reownBranding: 'branding' }
const goneFeatures: readonly string[] = [
  ...['allWallets', 'analytics', 'collapseWallets', 'emailShowWallets', 'emailCapture', 'headless', 'legalCheckbox'],
  ...['payWithExchange', 'payments', 'reownAuthentication', 'smartSessions'],
]

const variables: Readonly<Record<string, string>> = { '--w3m-accent': '--lk-accent', '--w3m-font-family': '--lk-font' }

/** The options of `createAppKit`: most have the same names. */
export function rewriteOptions(source: Source, options: ts.ObjectLiteralExpression): void {
  for (const property of options.properties) {
    const why = gone[getPropertyName(property) ?? '']
    if (why) source.note(options, why)
  }
  removeProperties(source, options, (property) => Object.hasOwn(gone, getPropertyName(property) ?? ''))
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
        'logins need embeddedWallet({ frameUrl }) of @latchkey/embedded-wallet, with a vault that you host.',
      )
    }
  }
  removeProperties(source, object, (property) => goneFeatures.includes(getPropertyName(property) ?? ''))
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
    source.note(object, 'the other variables of the look are --lk-…: see docs/theming.md.')
  removeProperties(source, object, isGone)
}
