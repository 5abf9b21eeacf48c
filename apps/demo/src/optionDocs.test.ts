import { readFileSync } from 'node:fs'
import { defaultFeatures } from '@latchkey/core'
import type { CreateModalOptions } from '@latchkey/ui-react'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../../docs/options.md', import.meta.url), 'utf8')
const [options = '', features = ''] = page.split('## Features')
const namesIn = (part: string): readonly string[] =>
  [...part.matchAll(/^\| `(\w+)`/gm)].flatMap(([, name]) => name ?? [])

/** Exhaustive: an option that is missing here is a type error. */
const all: { readonly [name in keyof CreateModalOptions]-?: true } = {
  adapters: true,
  allowUnsupportedChain: true,
  customWallets: true,
  debug: true,
  defaultAccountTypes: true,
  defaultNetwork: true,
  disableAppend: true,
  disclaimer: true,
  enableEIP6963: true,
  inline: true,
  layout: true,
  enableNetworkSwitch: true,
  enableReconnect: true,
  enableWalletConnect: true,
  enableWallets: true,
  env: true,
  excludeWalletIds: true,
  featuredWalletIds: true,
  features: true,
  id: true,
  includeWalletIds: true,
  initialState: true,
  locale: true,
  messages: true,
  metadata: true,
  networks: true,
  prefetch: true,
  privacyPolicyUrl: true,
  projectId: true,
  restrictedServices: true,
  restrictedTimeZones: true,
  services: true,
  siweConfig: true,
  siwx: true,
  swapRouters: true,
  telemetry: true,
  termsConditionsUrl: true,
  themeMode: true,
  themeVariables: true,
  tokens: true,
  views: true,
  walletGroups: true,
}

test('the options page documents every option, and no other', () => {
  expect(namesIn(options).toSorted()).toEqual(Object.keys(all).toSorted())
})

test('the options page documents every feature with its default, and no other', () => {
  expect(namesIn(features).toSorted()).toEqual(Object.keys(defaultFeatures).toSorted())
  const rowOf = (name: string): string => new RegExp(`^\\| \`${name}\`.*$`, 'm').exec(features)?.[0] ?? ''
  for (const [name, value] of Object.entries(defaultFeatures)) {
    const words = Array.isArray(value) ? value : [String(value)]
    for (const word of words) expect(rowOf(name)).toContain(`\`${word}\``)
  }
})
