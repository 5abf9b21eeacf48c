import type { NoticeList } from '../../../protocol/notice.js'
import { toDirection } from '../../../words/direction.js'
import { createIcon } from '../createIcon.js'
import { h } from '../h.js'

/** What has happened to the wallet since this device was last asked: the newest in full, and where the rest is. */
export function renderNews({ notices, language, account }: NoticeList): HTMLElement | null {
  const [newest] = notices
  if (!newest) return null
  const title = h('b', { dir: toDirection(language) }, newest.title)
  title.lang = language
  const more = notices.length > 1 ? ` and ${notices.length - 1} more` : ''
  const link = h('a', {}, `Review on your wallet page${more}`)
  link.href = account
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  return h('p', { class: 'note', 'data-tone': 'warn' }, createIcon('warn'), h('span', {}, title, h('br'), link))
}
