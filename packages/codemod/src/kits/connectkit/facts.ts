import ts from 'typescript'
import { resolve } from '../../source/values.js'
import { carry, type Read, type Reads } from '../shared/attributes.js'
import { toNotes, toOption } from '../shared/modalOptions.js'
import {
  nothing,
  readChoice,
  readDisclaimer,
  readFields,
  readInitialChain,
  readLocale,
  toMode,
} from '../shared/reads.js'

/** Themes of ConnectKit that are dark whatever the mode is; the others follow it. */
const themeNote = 'the themes of ConnectKit have no counterpart: see docs/theming.md for colors, radii and the font.'

/** A boolean option that means the opposite of ours. */
const carryNegated =
  (name: string): Read =>
  (source, value) => {
    const { kind } = resolve(source, value)
    if (kind === ts.SyntaxKind.TrueKeyword) return nothing
    return kind === ts.SyntaxKind.FalseKeyword ? { options: [toOption(name, 'true')], notes: [] } : undefined
  }

/** The props of `ConnectKitProvider`. */
export const providerReads: Reads = {
  customTheme: readFields(
    {
      '--ck-accent-color': carry('themeVariables.--lk-accent'),
      // computed from the accent
      '--ck-accent-text-color': '',
      '--ck-border-radius': carry('themeVariables.--lk-radius-card'),
      '--ck-font-family': carry('themeVariables.--lk-font'),
      '--ck-body-background': carry('themeVariables.--lk-bg'),
      '--ck-body-color': carry('themeVariables.--lk-fg'),
      '--ck-body-color-muted': carry('themeVariables.--lk-fg-muted'),
    },
    'customTheme',
  ),
  debugMode: carry('debug'),
  mode: readChoice({ auto: nothing, dark: toMode('dark'), light: toMode('light') }),
  onConnect: 'instead of onConnect, use useAccountEffect() of wagmi or watchEvents() of @latchkey/core/controllers.',
  onDisconnect:
    'instead of onDisconnect, use useAccountEffect() of wagmi or watchEvents() of @latchkey/core/controllers.',
  options: readFields(
    {
      disclaimer: readDisclaimer,
      enforceSupportedChains: carryNegated('allowUnsupportedChain'),
      initialChainId: readInitialChain,
      language: readLocale,
      reducedMotion: 'the modal follows the reduced motion of the user’s system.',
    },
    'options',
  ),
  theme: readChoice({
    auto: nothing,
    midnight: { options: toMode('dark').options, notes: [themeNote] },
    ...Object.fromEntries(
      ['default', 'minimal', 'nouns', 'retro', 'rounded', 'soft', 'web95'].map((name) => [name, toNotes(themeNote)]),
    ),
  }),
}

/** The views that the actions of `useModal()` open. */
export const views: Readonly<Record<string, string>> = {
  openAbout: 'WhatIsAWallet',
  openProfile: 'Account',
  openSIWE: 'SIWXSignMessage',
  openSwitchNetworks: 'Networks',
}

/** Returns the note about an export without a counterpart. */
export function toNote(name: string): string {
  if (/SIWE/.test(name)) return `instead of ${name}, add siwx({ server }) from @latchkey/siwx to adapters.`
  return `${name} has no direct counterpart.`
}
