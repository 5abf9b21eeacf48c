import ts from 'typescript'
import { asObject, listProperties } from '../../source/objects.js'
import { readString, readValue, resolve } from '../../source/values.js'
import { type Read, type Reads, readAll } from './attributes.js'
import { joinSettings, type Settings, toNotes, toOption } from './modalOptions.js'

// Reads of options that several kits share.

/** Notes that several kits share. */
export const sharedNotes = {
  themeAtRunTime:
    'the theme depends on what is only known at run time: set themeMode and themeVariables of createModal(), or call setTheme(modal, { mode, variables }).',
  siwx: 'for sign-in, add siwx({ server }) from @latchkey/siwx to adapters.',
  logins: 'logins need embeddedWallet({ frameUrl }) from @latchkey/embedded-wallet and a vault that you host.',
} as const

/** Languages by the start of another modal's tag. */
const languages: Readonly<Record<string, string>> = {
  ...{ en: 'en', de: 'de', es: 'es', fr: 'fr', pt: 'pt-BR', ja: 'ja', ar: 'ar', zh: 'zh-Hans' },
}

/** A language: ours, by the tag of another modal. */
export const readLocale: Read = (source, value) => {
  const tag = readString(source, value)?.replace('_', '-')
  if (tag === undefined) return undefined
  const isTraditional = /^zh-(TW|HK|MO|Hant)/i.test(tag)
  const locale = isTraditional ? undefined : languages[tag.split('-')[0]?.toLowerCase() ?? '']
  if (locale === undefined)
    return toNotes(
      `there are no texts in "${tag}" yet: write them with messages of createModal(), see docs/languages.md.`,
    )
  return { options: [toOption('locale', `'${locale}'`)], notes: [] }
}

/** A text below the connection methods; elements have to be rewritten by hand. */
export const readDisclaimer: Read = (source, value) => {
  const portable = readString(source, value) === undefined ? undefined : readValue(source, value)
  return portable
    ? { options: [toOption('disclaimer', portable)], notes: [] }
    : toNotes(
        "write the disclaimer with disclaimer of createModal(): [{ text: 'By connecting you accept the ' }, { text: 'terms', href }].",
      )
}

/** The network of a first visit: a chain, or its id. */
export const readInitialChain: Read = (source, value) => {
  const portable = readValue(source, value)
  if (!portable) return undefined
  const chain = resolve(source, value)
  // the network of the wallet, which is the default here too
  if (ts.isNumericLiteral(chain) && chain.text === '0') return nothing
  const toText = (text: string): string =>
    ts.isNumericLiteral(chain)
      ? `'eip155:${text}'`
      : ts.isPropertyAccessExpression(chain)
        ? text.replace(/\.id$/, '')
        : text
  return { options: [toOption('defaultNetwork', { print: (imports) => toText(portable.print(imports)) })], notes: [] }
}

/** The fields of an object, each by its own reader. */
export const readFields =
  (reads: Reads, owner: string): Read =>
  (source, value) => {
    const object = asObject(resolve(source, value))
    return object && readAll(source, { items: listProperties(object), reads, owner })
  }

/** A string that is one of the keys: the options for it, or the note. */
export const readChoice =
  (choices: Readonly<Record<string, Settings>>): Read =>
  (source, value) => {
    const choice = readString(source, value)
    return choice === undefined ? undefined : choices[choice]
  }

export const toMode = (mode: 'light' | 'dark'): Settings => ({
  options: [toOption('themeMode', `'${mode}'`)],
  notes: [],
})

export const toVariable = (name: string, text: string): Settings => ({
  options: [toOption(`themeVariables.${name}`, `'${text}'`)],
  notes: [],
})

export const nothing: Settings = joinSettings([])
