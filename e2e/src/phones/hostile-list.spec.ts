import { matrix } from '../fixtures/matrix.js'
import type { ListRow } from './PhonePage.js'
import { expect, phones, test } from './phoneTest.js'

/** None of them may be followed; the first seven ran a script in Chromium as a link's address. */
const links = [
  'javascript:window.hacked=true',
  'JaVaScRiPt:window.hacked=true',
  ' javascript:window.hacked=true',
  '\u0001javascript:window.hacked=true',
  'java\nscript:window.hacked=true',
  'java\tscript:window.hacked=true',
  'javascript://%0awindow.hacked=true',
  'data:text/html,<script>opener.hacked=true</script>',
  'vbscript:x',
  'intent://x#Intent;S.browser_fallback_url=javascript:x;end',
  'file:///etc/passwd',
  'view-source:https://ok.example',
  'blob:https://ok.example/1',
  'ms-msdt:/id',
  '\u00a0javascript:window.hacked=true',
  '\u200bjavascript:window.hacked=true',
  'java\u00a0script:window.hacked=true',
  'java\u200bscript:window.hacked=true',
  'javascript&colon;window.hacked=true',
  '//evil.example',
  'https:evil.example',
  'https:\\\\evil.example',
  'https://ok.example@evil.example',
]

const rows: readonly ListRow[] = links.map((link, index) => ({
  id: `row-${index}`,
  name: `Row ${index}`,
  mobile_link: link,
  link_mode: link,
  webapp_link: link,
  desktop_link: link,
  homepage: link,
  app_store: link,
  play_store: link,
  chrome_store: link,
  // so that phones list it: the link to the app is the hostile one
  ...(index % 2 === 0 && { webapp_link: 'https://page.example' }),
}))

for (const [name, device] of matrix(Object.entries(phones))) {
  test.describe(`@walletconnect ${name}`, () => {
    test.use(device)

    test('[I29] [T14] no link of a hostile list is followed or rendered @threats', async ({ phone }) => {
      test.slow()
      await phone.serveWallets(rows)
      await phone.goto('?adapters=0')
      for (const [index] of rows.entries()) {
        await phone.page.evaluate(
          (walletId) => window.latchkey.open({ view: 'ConnectingWalletConnect', arguments: { walletId } }),
          `row-${index}`,
        )
        await expect(phone.dialog).toBeVisible()
        // every link of the view leads to the one honest page
        for (const href of await phone.dialog
          .locator('a')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
          expect(href).toMatch(/^https:\/\/page\.example\/wc\?uri=/)
        await phone.page.evaluate(
          (walletId) => window.latchkey.open({ view: 'Downloads', arguments: { walletId } }),
          `row-${index}`,
        )
        await expect(phone.heading(/^Get /).first()).toBeVisible()
        await expect(phone.dialog.locator('a')).toHaveCount(0)
      }
      expect(await phone.leavings()).toEqual([])
      expect(await phone.page.evaluate(() => window.hacked)).toBeUndefined()
    })
  })
}
