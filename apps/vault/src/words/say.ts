import { type Language, toDirection } from '../protocol/notice.js'

/** A text by the plural form of its number, of which a language has some. */
export type Forms = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** The same keys as in English, each with a text. */
export type Translated<texts> = {
  readonly [key in keyof texts]: texts[key] extends string
    ? string
    : texts[key] extends { readonly other: string }
      ? Forms
      : Translated<texts[key]>
}

/** Texts that the script of a page's language provides to the page's own script. */
export type PageTexts<words = unknown> = { readonly language: Language; readonly words: words }

declare global {
  /** Set by the script of the page's language, which runs first. */
  var latchkeyTexts: PageTexts | undefined
}

const texts = globalThis.latchkeyTexts
if (!texts) throw new Error('The texts of this page were not loaded.')

/** The language of this page. */
export const { language } = texts

/** The texts of this page in its language. Typed as the English ones, so that the compiler knows their placeholders. */
export function readWords<words>(): words {
  return texts?.words as words
}

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

/** The time of day. `ms`: since the epoch. */
export function toClock(ms: number): string {
  return new Intl.DateTimeFormat(format, { timeStyle: 'short' }).format(ms)
}

/** e.g. `Ethereum, Base, and Optimism`. */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** e.g. `5 minutes`, rounded up. */
export function toDuration(seconds: number): string {
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return new Intl.NumberFormat(format, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/**
 * A decimal number of any length with the separators of the page's language, exactly: `1,234.5` is `1.234,5` in German, where the English
 * form would be a thousandth of it.
 */
export function toNumber(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.')
  // an exact number: browsers that don't format decimal strings yet would round them
  const grouped = new Intl.NumberFormat(format, { useGrouping: true }).format(BigInt(whole))
  if (fraction === undefined) return grouped
  const parts = new Intl.NumberFormat(format, { minimumFractionDigits: 1 }).formatToParts(0)
  return `${grouped}${parts.find(({ type }) => type === 'decimal')?.value ?? '.'}${fraction}`
}

export type Refusal = { readonly code: string; readonly message: string; readonly retryAfter?: number | undefined }

type RefusalTexts = {
  /** By code, or by call and code. Absent in English, where custody's own sentence is shown. `{time}`: how long to wait. */
  readonly refusals?: Readonly<Record<string, string>> | undefined
  readonly errors: { readonly unknown: string }
}

/** Returns the text for custody's refusal in the page's language. `method`: the call, if the code alone is ambiguous. */
export function explainRefusal(
  { refusals, errors }: RefusalTexts,
  { code, message, retryAfter = 60 }: Refusal,
  method?: string,
): string {
  if (!refusals) return message
  const find = (key: string): string | undefined => (Object.hasOwn(refusals, key) ? refusals[key] : undefined)
  return fill((method === undefined ? undefined : find(`${method} ${code}`)) ?? find(code) ?? errors.unknown, {
    time: toDuration(retryAfter),
  })
}
