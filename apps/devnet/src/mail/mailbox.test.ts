import { createTransport, type Transporter } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import { type RunningMailbox, startMailbox } from './mailbox.js'

let mailbox: RunningMailbox | undefined

let transport: Transporter | undefined

afterEach(async () => {
  transport?.close()
  transport = undefined
  await mailbox?.stop()
})

/** Sends all emails of a test over one connection. */
const send = async (mail: object): Promise<void> => {
  transport ??= createTransport({ url: mailbox?.smtpUrl ?? '', pool: true, maxConnections: 1, maxMessages: 1_000 })
  await transport.sendMail({ from: 'Vault <vault@example.org>', ...mail })
}

const fetchMails = async (query = ''): Promise<unknown> =>
  (await fetch(`${mailbox?.url}messages${query}`)).json() as unknown

test('receives emails and returns them by recipient, with their links and codes', async () => {
  mailbox = await startMailbox({ now: () => 1_700_000_000_000 })
  const text = 'Your code is 123456, not 1234567.\nApprove: https://vault.example/link?token=a-b_c.\n'
  await send({ to: 'ann@example.org', subject: 'Grüße', text, html: '<p>Hello</p>' })
  await send({ to: 'x@elsewhere.example', bcc: 'bob@example.org', subject: 'Two', text: 'none' })
  expect(await fetchMails('?to=ann@example.org')).toEqual([
    {
      id: 1,
      from: 'vault@example.org',
      to: ['ann@example.org'],
      subject: 'Grüße',
      text: expect.stringContaining('Your code is 123456'),
      html: expect.stringContaining('Hello'),
      receivedAt: 1_700_000_000_000,
      links: ['https://vault.example/link?token=a-b_c'],
      codes: ['123456'],
    },
  ])
  expect(mailbox.getMails('bob@example.org').map(({ subject }) => subject)).toEqual(['Two'])
  expect(await fetchMails()).toHaveLength(2)
  await fetch(`${mailbox.url}messages`, { method: 'DELETE' })
  expect(await fetchMails()).toEqual([])
})

test('shows emails newest first, with their HTML escaped', async () => {
  mailbox = await startMailbox()
  await send({ to: 'a@example.org', subject: 'Old <img src=x onerror=alert(1)>', text: '<script>alert(1)</script>' })
  await send({ to: 'a@example.org', subject: 'New', text: 'See http://127.0.0.1/?a=1&b="2"' })
  const reply = await fetch(mailbox.url)
  const html = await reply.text()
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain('<a href="http://127.0.0.1/?a=1&amp;b=" target')
  expect(html.indexOf('New')).toBeLessThan(html.indexOf('Old'))
})

test('rejects an email that is too large, and keeps only the last 500', async () => {
  mailbox = await startMailbox()
  await expect(send({ to: 'a@example.org', text: 'x'.repeat(1_100_000) })).rejects.toThrow(/1 MB|exceeds/)
  for (let turn = 0; turn < 502; turn++) await send({ to: 'a@example.org', subject: `${turn}`, text: '' })
  const subjects = mailbox.getMails().map(({ subject }) => subject)
  expect([subjects.length, subjects[0]]).toEqual([500, '2'])
})

test('stops serving, and may be stopped more than once', async () => {
  mailbox = await startMailbox()
  const { url, stop } = mailbox
  await Promise.all([stop(), stop()])
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
