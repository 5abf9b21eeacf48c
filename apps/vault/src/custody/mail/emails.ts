import type { Projects } from '../../projects/project.js'
import type { AccountPurpose } from '../../protocol/account.js'
import { toLoginName as getLoginName, type LoginKind, type ProviderLooks } from '../../protocol/login.js'
import { type Language, type NoticeKind, toDirection } from '../../protocol/notice.js'
import { fill, getWords } from '../../words/words.js'
import type { Words } from '../../words/wordsType.js'
import type { Custody } from '../custody.js'
import type { NoticeText } from '../notices/events.js'
import { type EmailBrand, type EmailContent, toEmailContent } from './mailer.js'

/** The known facts about the sender of a request, by which a mailbox's owner can recognize an attacker. */
export type Requester = {
  /** Origin of the page. */
  readonly origin: string
  /** e.g. `Firefox on Windows` */
  readonly browser: string
  /** e.g. `203.0.113.x` */
  readonly place: string | null
  /** Language of the browser, if we have it. */
  readonly language?: Language | undefined
  /** The look of the app's emails. */
  readonly brand?: EmailBrand | undefined
}

/** The look of a project's emails. */
export function toEmailBrand(projects: Projects, id: string): EmailBrand | undefined {
  const project = projects.get(id)
  return project && { name: project.name, ...project.brand }
}

/** The name of a login in the user's language. */
function toLoginName({ emailLogin, passkeyLogin }: Words, login: LoginKind, looks?: ProviderLooks): string {
  if (login === 'email') return emailLogin
  return login === 'passkey' ? passkeyLogin : getLoginName(login, looks)
}

/** Known facts of an event. */
function toFacts(
  words: Words,
  { at, login, looks, origin, browser, place, until, due }: Partial<NoticeFacts>,
): { readonly facts: readonly { readonly label: string; readonly value: string; readonly text: string }[] } {
  const { facts } = words
  const rows = [
    [facts.time, at === undefined ? undefined : formatTime(at)],
    [facts.login, login && toLoginName(words, login, looks)],
    [facts.site, origin],
    [facts.browser, browser],
    [facts.place, place],
    [facts.until, until === undefined ? undefined : formatTime(until)],
    [facts.due, due === undefined ? undefined : formatTime(due)],
  ] as const
  return {
    facts: rows.flatMap(([label, value]) =>
      value == null ? [] : [{ label, value, text: fill(facts.pair, { label, value }) }],
    ),
  }
}

type CodeEmailOptions = Requester & { readonly code: string }

const getHost = (origin: string): string => new URL(origin).host

/** Asks to approve an unknown browser. The subject contains nothing secret, as it is shown on lock screens. */
export function writeLinkEmail({
  link,
  language = 'en',
  ...requester
}: Requester & { readonly link: string }): EmailContent {
  const words = getWords(language)
  const { subject, lead, label, terms } = words.link
  return toEmailContent({
    language,
    direction: toDirection(language),
    subject: fill(subject, { site: getHost(requester.origin) }),
    brand: requester.brand,
    body: [lead, toFacts(words, requester), { link, label, isButton: true }, terms, words.notYou],
  })
}

export function writeLoginEmail(asked: CodeEmailOptions): EmailContent {
  const { subject, ...rest } = getWords(asked.language ?? 'en').login
  return writeCodeEmail({ ...rest, subject: fill(subject, { site: getHost(asked.origin) }) }, asked)
}

/** Sent to the old address. */
export function writePrimaryEmail(asked: CodeEmailOptions): EmailContent {
  return writeCodeEmail(getWords(asked.language ?? 'en').primary, asked)
}

/** Sent to the new address, also of a recovery. */
export function writeSecondaryEmail(asked: CodeEmailOptions): EmailContent {
  return writeCodeEmail(getWords(asked.language ?? 'en').secondary, asked)
}

/** Sent to the address that a guest adds. */
export function writeGuestEmail(asked: CodeEmailOptions): EmailContent {
  return writeCodeEmail(getWords(asked.language ?? 'en').guest, asked)
}

export function writeAccountEmail({
  purpose,
  ...asked
}: CodeEmailOptions & { readonly purpose: AccountPurpose }): EmailContent {
  const { subject, terms, leads } = getWords(asked.language ?? 'en').account
  return writeCodeEmail({ subject, terms, lead: leads[purpose] }, asked)
}

function writeCodeEmail(
  { subject, lead, terms }: { readonly subject: string; readonly lead: string; readonly terms: string },
  { code, language = 'en', ...requester }: CodeEmailOptions,
): EmailContent {
  const words = getWords(language)
  return toEmailContent({
    language,
    direction: toDirection(language),
    subject,
    brand: requester.brand,
    body: [lead, { code }, toFacts(words, requester), terms, words.notYou],
  })
}

type NoticeFacts = {
  /** When it happened: milliseconds since the epoch. */
  readonly at: number
  readonly origin?: string | undefined
  readonly browser?: string | undefined
  readonly place?: string | null | undefined
  /** The login that it is about. */
  readonly login?: LoginKind | undefined
  /** The operator's own providers. */
  readonly looks?: ProviderLooks | undefined
  /** Until when a transfer is on hold: milliseconds since the epoch. */
  readonly until?: number | undefined
  /** Time at which the started change takes effect, in milliseconds since the epoch. */
  readonly due?: number | undefined
}

type NoticeToWrite = NoticeFacts & { readonly event: NoticeText; readonly language: Language }

/** The texts of a notice, for emails and for the list on devices. */
export function toNoticeTexts({
  event,
  language,
  login,
  looks,
}: Pick<NoticeToWrite, 'event' | 'language' | 'login' | 'looks'>): {
  readonly title: string
  readonly text: string
} {
  const words = getWords(language)
  const { title, text } = words.notices[event]
  const values = { login: login === undefined ? '' : toLoginName(words, login, looks) }
  return { title: fill(title, values), text: fill(text, values) }
}

/** Writes the email of a notice. `act`: the link and its action. `account`: the page of the wallet. */
export function writeNoticeEmail({
  act,
  account,
  brand,
  ...notice
}: NoticeToWrite & {
  readonly brand?: EmailBrand | undefined
  readonly act?: { readonly kind: NoticeKind; readonly link: string } | undefined
  readonly account?: string | undefined
}): EmailContent {
  const { language } = notice
  const words = getWords(language)
  const { title, text } = toNoticeTexts(notice)
  return toEmailContent({
    language,
    direction: toDirection(language),
    subject: title,
    brand,
    body: [
      text,
      toFacts(words, notice),
      ...(act
        ? [words.acts[act.kind].advice, { link: act.link, label: words.acts[act.kind].label, isButton: true }]
        : []),
      ...(account === undefined ? [] : [{ link: account, label: words.wallet }]),
    ],
  })
}

/** e.g. `2026-11-25 00:10 UTC`. `time`: milliseconds since the epoch. */
export function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The page where a project's user manages their wallet. */
export function toAccountUrl({ publicUrl }: Pick<Custody, 'publicUrl'>, project: string): string {
  return `${publicUrl}/account?projectId=${encodeURIComponent(project)}`
}
