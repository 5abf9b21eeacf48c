import { h } from '../../frame/approval/h.js'
import { VaultError } from '../../frame/errors.js'
import type { CallVault } from '../../frame/session/client.js'
import { type ProviderLooks, toLoginName } from '../../protocol/login.js'
import { type NoticeEntry, type NoticeList, toDirection } from '../../protocol/notice.js'
import { createButton, createSection, toTime } from '../elements.js'
import type { Confirm } from './confirm.js'

export type NoticesOptions = {
  readonly call: CallVault
  readonly list: NoticeList
  readonly looks: ProviderLooks
  readonly confirm: Confirm
  readonly refresh: (notice?: string) => Promise<void>
}

/** Shows what happened to the wallet, with a way to undo it: new notices first, all of them on demand. */
export function createNotices(options: NoticesOptions): HTMLElement | null {
  const { call, list, refresh } = options
  if (list.notices.length === 0) return null
  const news = list.notices.filter(({ isNew }) => isNew)
  const dismiss = createButton(
    news.length === 1 ? 'Dismiss' : 'Dismiss all',
    async () => {
      await call('notices.seen', { ids: news.map(({ id }) => id) })
      await refresh()
    },
    { tone: 'quiet' },
  )
  const older = list.notices.filter(({ isNew }) => !isNew)
  const rest = h('details', {}, h('summary', {}, 'Earlier notices'), createList(options, older))
  return createSection(
    'Notices',
    news.length === 0 ? h('p', {}, 'No new notices.') : createList(options, news),
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
    const facts = [toTime(at), provider && toLoginName(provider, looks), browser, origin, place].flatMap(
      (fact) => fact ?? [],
    )
    const separated = facts.flatMap((fact, index) => [index > 0 && ', ', h('bdi', {}, fact)])
    // a text in the user's language
    const say = <tag extends 'strong' | 'p'>(tag: tag, words: string): HTMLElement => {
      const element = h(tag, { dir: toDirection(language) }, words)
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
    const row = h('li', {}, say('strong', title), say('p', text), h('small', {}, ...separated))
    if (act && button) row.append(say('p', act.advice), button)
    return row
  })
  return h('ul', { class: 'notices' }, ...rows)
}

/** Freezes the wallet, and unfreezes it. */
export function createFreeze({ call, list: { frozenUntil }, confirm, refresh }: NoticesOptions): HTMLElement {
  const place = h('div')
  if (frozenUntil !== undefined) {
    const text = `Nothing can be signed, exported or changed, and no new browser can log in, until ${toTime(frozenUntil)}.`
    const end = createButton('Unfreeze my wallet', () =>
      confirm({
        purpose: 'freeze',
        place,
        onProof: async (code) => {
          await call('account.unfreeze', { code })
          await refresh('Your wallet is no longer frozen.')
        },
      }),
    )
    place.append(end)
    return createSection('Your wallet is frozen', h('p', {}, text), place)
  }
  const freeze = async (code: string | undefined): Promise<void> => {
    await call('account.freeze', { code })
    await refresh('Your wallet is frozen.')
  }
  const begin = createButton(
    'Freeze my wallet',
    async () => {
      try {
        await freeze(undefined)
      } catch (cause) {
        // it was frozen within the last 30 days: the owner has to prove who they are
        if (!(cause instanceof VaultError && cause.code === 'TOO_MANY')) throw cause
        await confirm({ purpose: 'freeze', place, onProof: freeze })
      }
    },
    { tone: 'plain' },
  )
  place.append(begin)
  const lead =
    'Freeze your wallet if you think that someone else is using it. For 72 hours, nothing can be signed, exported or changed, and no new browser can log in. You can unfreeze it earlier with a new code, in a browser that you have used for more than a day.'
  return createSection('Freeze', h('p', {}, lead), place)
}
