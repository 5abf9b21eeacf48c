import { h } from '../../frame/approval/h.js'
import { VaultError } from '../../frame/errors.js'
import type { CallVault } from '../../frame/session/client.js'
import type { ProviderLooks } from '../../protocol/login.js'
import { type NoticeEntry, type NoticeList, toDirection } from '../../protocol/notice.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createSection } from '../elements.js'
import { nameLogin, words } from '../texts.js'
import type { Confirm } from './confirm.js'

export type NoticesOptions = {
  readonly call: CallVault
  readonly list: NoticeList
  readonly looks: ProviderLooks
  readonly confirm: Confirm
  readonly refresh: (notice?: string) => Promise<void>
}

/** Shows notices of changes to the wallet, with buttons to undo them: new ones first, all of them on demand. */
export function createNotices(options: NoticesOptions): HTMLElement | null {
  const { call, list, refresh } = options
  if (list.notices.length === 0) return null
  const news = list.notices.filter(({ isNew }) => isNew)
  const dismiss = createButton(
    news.length === 1 ? words.notices.dismiss : words.notices.dismissAll,
    async () => {
      await call('notices.seen', { ids: news.map(({ id }) => id) })
      await refresh()
    },
    { tone: 'quiet' },
  )
  const older = list.notices.filter(({ isNew }) => !isNew)
  const rest = h('details', {}, h('summary', {}, words.notices.earlier), createList(options, older))
  return createSection(
    { title: words.notices.title, icon: 'bell' },
    news.length === 0 ? h('p', {}, words.notices.none) : createList(options, news),
    news.length > 0 && dismiss,
    older.length > 0 && rest,
  )
}

function createList(
  { call, list: { language }, looks, refresh }: NoticesOptions,
  notices: readonly NoticeEntry[],
): HTMLElement {
  const rows = notices.map((notice) => {
    const { id, at, title, text, act, provider, origin, browser, place } = notice
    const facts = [toTime(at), provider && nameLogin(provider, looks), browser, origin, place].flatMap(
      (fact) => fact ?? [],
    )
    const separated = facts.flatMap((fact, index) => [index > 0 && ', ', h('bdi', {}, fact)])
    // a text in the user's language
    const write = <tag extends 'strong' | 'p'>(tag: tag, written: string): HTMLElement => {
      const element = h(tag, { dir: toDirection(language) }, written)
      element.lang = language
      return element
    }
    const button =
      act &&
      createButton(
        act.label,
        async () => {
          await call('account.act', { id })
          await refresh()
        },
        { tone: 'plain' },
      )
    const row = h('li', {}, write('strong', title), write('p', text), h('small', {}, ...separated))
    if (act && button) row.append(write('p', act.advice), button)
    return row
  })
  return h('ul', { class: 'notices' }, ...rows)
}

/** Freezes the wallet, and unfreezes it. */
export function createFreeze({ call, list: { frozenUntil }, confirm, refresh }: NoticesOptions): HTMLElement {
  const place = h('div')
  if (frozenUntil !== undefined) {
    const text = say(words.freeze.frozenLead, { time: toTime(frozenUntil) })
    const end = createButton(words.freeze.end, () =>
      confirm({
        purpose: 'freeze',
        place,
        onProof: async (code) => {
          await call('account.unfreeze', { code })
          await refresh(words.freeze.ended)
        },
      }),
    )
    place.append(end)
    return createSection({ title: words.freeze.frozenTitle, icon: 'freeze' }, h('p', {}, text), place)
  }
  const freeze = async (code: string | undefined): Promise<void> => {
    await call('account.freeze', { code })
    await refresh(words.freeze.begun)
  }
  const begin = createButton(
    words.freeze.begin,
    async () => {
      try {
        await freeze(undefined)
      } catch (cause) {
        // it was frozen within the last 30 days: the owner has to verify themselves
        if (!(cause instanceof VaultError && cause.code === 'TOO_MANY')) throw cause
        await confirm({ purpose: 'freeze', place, onProof: freeze })
      }
    },
    { tone: 'plain' },
  )
  place.append(begin)
  return createSection({ title: words.freeze.title, icon: 'freeze' }, h('p', {}, words.freeze.lead), place)
}
