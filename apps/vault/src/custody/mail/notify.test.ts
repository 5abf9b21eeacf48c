import { startMailbox } from '@latchkey/devnet'
import { expect, test } from 'vitest'
import { createMailer } from './createMailer.js'
import { toLetter } from './letter.js'
import { notify } from './notify.js'

test('a notice that no mail server takes at first is sent again when one is there, once', async () => {
  const probe = await startMailbox()
  const { smtpUrl } = probe
  await probe.stop()
  const warnings: unknown[] = []
  const mailer = createMailer({ smtpUrl, mailFrom: 'Latchkey <login@vault.example>' })
  const letter = toLetter({ subject: 'News', body: ['Something happened.'] })
  notify({ mailer, warn: (cause) => warnings.push(cause) }, { to: 'ada@mail.example', letter })
  await expect.poll(() => warnings.length).toBe(1)
  const mailbox = await startMailbox({ smtpPort: Number(new URL(smtpUrl).port) })
  await expect.poll(() => mailbox.getMails('ada@mail.example').map(({ subject }) => subject)).toEqual(['News'])
  expect(String(warnings[0])).not.toContain('ada@')
  await mailbox.stop()
})
