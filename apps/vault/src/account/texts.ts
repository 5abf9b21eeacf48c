import { VaultError } from '../frame/errors.js'
import type { CallVault } from '../frame/session/client.js'
import type { CustodyMethod, CustodyParams } from '../protocol/custody.js'
import { type LoginKind, type ProviderLooks, toLoginName } from '../protocol/login.js'
import { toDirection } from '../protocol/notice.js'
import type { Forms, PageTexts, RefusalKey } from './words/pageWords.js'

declare global {
  /** Set by the script of the page's language, which runs first. */
  var latchkeyTexts: PageTexts | undefined
}

const texts = globalThis.latchkeyTexts
if (!texts) throw new Error('The texts of this page were not loaded.')
const { language } = texts

/** The texts of this page in its language. They are typed as the English ones, so that the compiler knows their placeholders. */
export const { words } = texts

/** The user's own variant of the page's language for dates and numbers, e.g. `en-GB`. Arabic with the digits of addresses and codes. */
const format = language === 'ar' ? 'ar-u-nu-latn' : (navigator.languages.find(isVariant) ?? language)

function isVariant(tag: string): boolean {
  return tag.split('-')[0] === language.split('-')[0]
}

type Placeholder<text> = text extends `${string}{${infer name}}${infer rest}` ? name | Placeholder<rest> : never

/** The names in braces of a text, or of any of its forms. */
type Names<text> = text extends string ? Placeholder<text> : Placeholder<text[keyof text]>

/** Fills the placeholders of a text. The number `n` also chooses its form. */
export function say<const text extends string | Forms>(
  text: text,
  values: { readonly [name in Names<text>]: string | number },
): string {
  return fill(text, values)
}

function fill(text: string | Forms, values: Readonly<Record<string, string | number>>): string {
  return split(text, values)
    .map((part) => (typeof part === 'string' ? part : isolate(String(part.value))))
    .join('')
}

/** Fills the placeholders of a text with elements, for the children of another one. */
export function sayWith<const text extends string>(
  text: text,
  values: { readonly [name in Placeholder<text>]: Node },
): readonly (Node | string)[] {
  return split<Node>(text, values).map((part) => (typeof part === 'string' ? part : part.value))
}

function split<value>(
  text: string | Forms,
  values: Readonly<Record<string, value>>,
): readonly (string | { readonly value: value | string })[] {
  const { n } = values
  const chosen =
    typeof text === 'string'
      ? text
      : ((typeof n === 'number' ? text[new Intl.PluralRules(language).select(n)] : undefined) ?? text.other)
  return chosen.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    const value = values[part]
    if (value === undefined) return `{${part}}`
    return { value: typeof value === 'number' ? new Intl.NumberFormat(format).format(value) : value }
  })
}

/** Keeps names, addresses and amounts from changing the order of the Arabic words around them. [Unicode TR9 §2.4] */
function isolate(text: string): string {
  return toDirection(language) === 'rtl' ? `\u2068${text}\u2069` : text
}

/** A date with its time of day. `ms`: since the epoch. */
export function toTime(ms: number): string {
  return new Intl.DateTimeFormat(format, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
}

/** e.g. `Ethereum, Base, and Optimism`. */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** e.g. `5 minutes`, rounded up. */
function toDuration(seconds: number): string {
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return new Intl.NumberFormat(format, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** A login's name: that of its provider, or a word of the page's language. */
export function nameLogin(kind: LoginKind, looks?: ProviderLooks): string {
  return looks?.has(kind) || !Object.hasOwn(words.kinds, kind)
    ? toLoginName(kind, looks)
    : words.kinds[kind as keyof typeof words.kinds]
}

/** Wraps calls of the vault: their errors are in the page's language. */
export function createLocalCall(call: CallVault): CallVault {
  return async <method extends CustodyMethod>(method: method, params: CustodyParams<method>) => {
    try {
      return await call(method, params)
    } catch (cause) {
      if (!(cause instanceof VaultError)) throw cause
      const { code, retryAfter, now, factors } = cause
      throw new VaultError({ code, message: toRefusal(method, cause), retryAfter, now, factors }, { cause })
    }
  }
}

/** What custody refused, in the page's language. In English, that is custody's own sentence. */
export function toRefusal(
  method: CustodyMethod,
  { code, message, retryAfter = 60 }: Pick<VaultError, 'code' | 'message' | 'retryAfter'>,
): string {
  const { refusals } = words
  if (!refusals) return message
  const find = (key: string): string | undefined =>
    Object.hasOwn(refusals, key) ? refusals[key as RefusalKey] : undefined
  return fill(find(`${method} ${code}`) ?? find(code) ?? words.errors.unknown, { time: toDuration(retryAfter) })
}
