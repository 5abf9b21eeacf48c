import { type RunningMailbox, startMailbox } from '@latchkey/devnet'
import { chromiumOptions } from '@latchkey/devnet/chromium'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../protocol/notice.js'
import * as emails from './emails.js'
import { createMailer, type EmailContent } from './mailer.js'

const logo = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p1vFMwAAAABJRU5ErkJggg==',
} as const

const requester = {
  origin: 'https://a-long-name-of-an-app.subdomain-of-a-company.example:8443',
  browser: 'Samsung Internet on Android',
  place: '203.0.113.x',
}

const token = 'x'.repeat(43)

let browser: Browser
let mailbox: RunningMailbox

beforeAll(async () => {
  ;[browser, mailbox] = await Promise.all([chromium.launch(chromiumOptions()), startMailbox()])
})
afterAll(async () => {
  await browser.close()
  await mailbox.stop()
})

/** One email of each kind. */
function writeAll(language: (typeof languages)[number], color: string): readonly EmailContent[] {
  const about = { ...requester, language, brand: { name: 'Ada’s Example Exchange', color, logo } }
  return [
    emails.writeLinkEmail({ ...about, link: `https://vault.example/link?token=${token}` }),
    emails.writeLoginEmail({ ...about, code: '123456' }),
    emails.writeAccountEmail({ ...about, purpose: 'export', code: '123456' }),
    emails.writeNoticeEmail({
      ...about,
      event: 'login.done',
      login: 'email',
      at: 0,
      account: 'https://vault.example/account?projectId=demo',
      act: { kind: 'revoke', link: `https://vault.example/notice?token=${token}` },
    }),
  ]
}

/** Finds content that is too wide, and texts with a contrast below 4.5 to 1. Runs in the page. */
function findProblems(): readonly string[] {
  const problems: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) problems.push(`${root.scrollWidth} px wide`)
  const toRgb = (color: string): readonly number[] => (color.match(/[\d.]+/g) ?? []).map(Number)
  const toLight = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = toRgb(color).map((part) => {
      const share = part / 255
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const toBackground = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return (toRgb(backgroundColor)[3] ?? 1) === 0 ? toBackground(element.parentElement) : backgroundColor
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    const text = walker.currentNode.textContent?.trim()
    if (!parent || !text) continue
    const [one, other] = [toLight(getComputedStyle(parent).color), toLight(toBackground(parent))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < 4.5) problems.push(`${contrast.toFixed(2)}: ${text}`)
    const box = parent.getBoundingClientRect()
    if (box.right > root.clientWidth + 1 || box.left < -1) problems.push(`beyond the edge: ${text}`)
  }
  return problems
}

describe('an email in a narrow window', () => {
  test.each(
    languages.flatMap((language) => [
      { language, colorScheme: 'light', color: '#ffe100' } as const,
      { language, colorScheme: 'dark', color: '#0a0a2e' } as const,
    ]),
  )('fits, is readable, and loads nothing: $language, $colorScheme', async ({ language, colorScheme, color }) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme })
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const { html } of writeAll(language, color)) {
      await page.setContent(html)
      expect(await page.evaluate(findProblems)).toEqual([])
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(
        language === 'ar' ? 'rtl' : 'ltr',
      )
    }
    expect(requests.filter((url) => !url.startsWith('cid:'))).toEqual([])
    await context.close()
  })

  test('has all its words in readable contrast without its styles', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
    for (const { html, text } of writeAll('en', '#3257e6')) {
      await page.setContent(html.replace(/<style>[\s\S]*<\/style>/, ''))
      expect(await page.evaluate(findProblems)).toEqual([])
      const shown = await page.locator('body').textContent()
      for (const line of text.split('\n').filter((line) => line !== '' && !/^https?:/.test(line)))
        for (const word of line.split(/[\s:]+/)) expect(shown).toContain(word)
    }
    await page.close()
  })
})

describe('a sent email', () => {
  test('has the code or link in its text and in its HTML, and the logo as an attachment', async () => {
    const mailer = createMailer({ smtpUrl: mailbox.smtpUrl, mailFrom: 'Vault <vault@example.org>' })
    const secrets = [
      `https://vault.example/link?token=${token}`,
      '123456',
      '123456',
      `https://vault.example/notice?token=${token}`,
    ]
    const contents = writeAll('en', '#3257e6')
    for (const [index, content] of contents.entries()) await mailer.send(`user${index}@example.org`, content)
    for (const [index, secret] of secrets.entries()) {
      const [mail] = mailbox.getMails(`user${index}@example.org`)
      expect(mail?.text).toContain(secret)
      expect(mail?.html).toContain(secret.replaceAll('&', '&#38;'))
      expect(mail?.attachments).toEqual([{ type: 'image/png', contentId: '<logo@latchkey>' }])
    }
  })

  test('has no attachment without a logo', async () => {
    const mailer = createMailer({ smtpUrl: mailbox.smtpUrl, mailFrom: 'vault@example.org' })
    await mailer.send('plain@example.org', emails.writeLoginEmail({ ...requester, code: '654321' }))
    const [mail] = mailbox.getMails('plain@example.org')
    expect([mail?.codes, mail?.attachments, mail?.html?.includes('654321')]).toEqual([['654321'], undefined, true])
  })
})
