import { readFileSync } from 'node:fs'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import { languages } from '../../protocol/notice.js'
import { getWords, parseLanguage } from '../../words/words.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'
import { noticeEvents } from './events.js'

const day = 86_400_000
const own = 'https://vault.example'
const origins = ['https://app.example']
const assets = { 'eip155:1': { native: { decimals: 18, price: '2000', dailyLimit: '1' } } }

let world: World
beforeAll(async () => {
  const projects = parseProjects(JSON.stringify({ demo: { name: 'Demo', origins, policy: { assets } } }))
  world = await startWorld({ processes: 2, projects })
})
afterAll(() => world?.stop())

async function loggedIn(email: string, origin = own, language = ''): Promise<Visitor> {
  const visitor = world.createVisitor({ origin, language })
  await world.logIn(visitor, email)
  return visitor
}
const subjects = (to: string): readonly string[] => world.mailbox.getMails(to).map(({ subject }) => subject)

describe('audit events', () => {
  test('have a notice exactly if they change who can use a wallet or record what was done with one [T17]', () => {
    const source = readFileSync(new URL('../audit/events.ts', import.meta.url), 'utf8')
    const union = source.slice(source.indexOf('export type AuditEvent'), source.indexOf('/** Ids and hashes'))
    const events = [...union.matchAll(/'([\w.]+)'/g)].map(([, event = '']) => event)
    expect(events.length).toBeGreaterThan(30)
    // events that change who can use a wallet, or record what was done with one
    const security = events.filter((event) =>
      /^(?:login\.(?:done|linked|removed)|passkey\.(?:added|copied)|update\.(?:done|undone)|devices?\.|user\.(?:frozen|unfrozen)|resume\.|export\.|recovery\.|seal\.(?!unlocked)|unlock\.(?!refused)|transfer\.|limit\.|permission\.|factor\.(?!wrong|used)|selfCustody\.|wallet\.(?!retired|extended|split|joined))/.test(
        event,
      ),
    )
    expect(Object.keys(noticeEvents).sort()).toEqual(security.sort())
  })

  test('have notice texts in every language, with the same placeholders', () => {
    const english = getWords('en')
    const facts = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([fact]) => fact).sort()
    for (const language of languages) {
      const { notices, acts } = getWords(language)
      expect(Object.keys(notices)).toEqual(Object.keys(english.notices))
      for (const [event, { title, text }] of Object.entries(english.notices)) {
        const own = notices[event as keyof typeof notices]
        expect([language, event, facts(own.title), facts(own.text)]).toEqual([
          language,
          event,
          facts(title),
          facts(text),
        ])
        if (language !== 'en') expect(own.title).not.toBe(title)
      }
      expect(Object.keys(acts)).toEqual(Object.keys(english.acts))
    }
  })
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['pt-PT', 'pt-BR'],
  ['zh-CN,zh;q=0.9', 'zh-Hans'],
  ['zh-TW', undefined],
  ['xx, fr;q=0.3, es;q=0.7', 'es'],
  ['en;q=0, ja', 'ja'],
  ['*', undefined],
  ['<script>', undefined],
  ['', undefined],
])('Accept-Language %j selects %j', (header, language) => {
  expect(parseLanguage(header)).toBe(language)
})

test('an event reaches the mailbox and the notice list of every known device, in the user’s language', async () => {
  const email = 'events@mail.example'
  const first = await loggedIn(email, own, 'de-DE,de;q=0.9')
  world.move(day)
  await first.get('hello', {})
  const second = await loggedIn(email, 'https://app.example', 'de')
  await first.get('hello', {})
  await first.get('account.code', { purpose: 'recovery' })
  expect(world.getMail(email).subject).toBe(getWords('de').account.subject)
  await first.get('recovery.print', { code: world.getMail(email).code })
  const { accounts } = await second.get('user.get', {})
  const from = accounts[0]?.address ?? ''
  const value = toHex(2n * 10n ** 18n)
  const tx = { from, to: `0x${'1'.repeat(40)}`, value, gas: toHex(21_000), gasPrice: '0x1', nonce: '0x0' }
  const tooMuch = { method: 'eth_sendTransaction', params: [tx], chain: 'eip155:1' }
  for (let turn = 0; turn < 3; turn++)
    expect((await second.ask('request.prepare', tooMuch)).error?.code).toBe('SPEND_LIMIT')

  const { notices: words } = getWords('de')
  const expected = [words['login.done'].title, words['recovery.printed'].title, words['limit.reached'].title]
  for (const title of expected)
    await expect.poll(() => subjects(email).filter((subject) => subject === title), { timeout: 10_000 }).toHaveLength(1)
  const list = await first.get('notices.list', {})
  expect(list.language).toBe('de')
  expect(list.notices.map(({ title }) => title).toSorted()).toEqual(expected.toSorted())
  // a device doesn't get its own actions, or those from before its first login, as news
  const isNew = Object.fromEntries(list.notices.map((notice) => [notice.title, notice.isNew]))
  expect(isNew).toEqual({ [expected[0] ?? '']: true, [expected[1] ?? '']: false, [expected[2] ?? '']: true })
  // the device in the app gets the news with its next request, until it was shown
  const sign = { method: 'personal_sign', params: [toHex('hi'), from], chain: 'eip155:1' }
  const { news } = await second.get('request.prepare', sign)
  expect(news?.notices.map(({ title }) => title)).toEqual([expected[2], expected[1]])
  await second.get('notices.seen', { ids: news?.notices.map(({ id }) => id) ?? [] })
  expect(await second.get('request.prepare', sign)).not.toHaveProperty('news')
  // which dismisses nothing on another device
  expect((await first.get('notices.list', {})).notices.filter((notice) => notice.isNew)).toHaveLength(2)
  // the list is visible to its user alone, and not stored in the clear
  const stranger = await loggedIn('stranger@mail.example')
  expect((await stranger.get('notices.list', {})).notices).toEqual([])
  const [id = ''] = list.notices.map((notice) => notice.id)
  expect((await stranger.ask('account.act', { id })).error?.code).toBe('INVALID_PARAMS')
  const rows = await world.database.query<{ text: string }>('SELECT notices::text AS text FROM notices')
  for (const { text } of rows) expect(text).not.toMatch(/recovery\.printed|Firefox/)
})

test('the button of a notice logs the new browser out, only on the vault’s own page', async () => {
  const email = 'button@mail.example'
  const first = await loggedIn(email)
  const thief = await loggedIn(email, 'https://app.example')
  await first.get('hello', {})
  const [notice] = (await first.get('notices.list', {})).notices
  expect(notice).toMatchObject({ act: { kind: 'revoke', label: 'Log that browser out' }, browser: 'Firefox on Linux' })
  const id = notice?.id ?? ''
  expect((await thief.ask('account.act', { id })).error?.code).toBe('NOT_HERE')
  await first.get('account.act', { id })
  expect((await thief.ask('user.get', {})).error?.code).toBe('NO_SESSION')
  expect((await first.get('notices.list', {})).notices.find((one) => one.id === id)).not.toHaveProperty('act')
})
