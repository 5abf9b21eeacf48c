import type { Page } from '@playwright/test'
import { matrix } from '../fixtures/matrix.js'
import { expect, test } from './reachTest.js'

const script = 'javascript:window.hacked=true'
const markup = '<img src=x onerror="window.hacked=true"><script>window.hacked=true</script>'

/** Invalid values in place of stored data. */
const garbage: { readonly [name: string]: string } = {
  'a prototype': '{"v":1,"data":{"__proto__":{"hacked":true},"constructor":{"prototype":{"hacked":true}}}}',
  'an old version': '{"v":-3,"data":{"connections":{"eip155":{"connectorId":"x"}}}}',
  markup,
  'a link that is a script': JSON.stringify({
    v: 1,
    data: {
      recentConnectorIds: [script],
      recentWallets: [
        { id: 'w', name: markup, mobile_link: script, desktop_link: script, webapp_link: script, image: script },
      ],
      deepLink: { href: script, name: markup },
      connections: { eip155: [{ connectorId: script, address: markup, caipNetworkId: script }] },
      preferredAccountTypes: { eip155: script },
      siwx: { [script]: markup },
    },
  }),
  '5 MB': `"${'x'.repeat(5_000_000 - 2)}"`,
}

/** Names of what a page stores in the browser, except the keys of its wallet. */
const readNames = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => !name.startsWith('dev-wallet/')))

test('[T12] with hostile values in its storage keys, the modal opens, offers wallets and runs no script @reach @threats', async ({
  demo,
  embedded,
  page,
}) => {
  test.setTimeout(120_000)
  demo.expectedErrors.push(/401|400/)
  await embedded.goto('&walletConnect=1&multiWallet=1')
  await embedded.logIn()
  const names = new Set(await readNames(page))
  expect(names.size).toBeGreaterThan(3)
  for (const [what, value] of matrix(Object.entries(garbage), 4))
    await test.step(what, async () => {
      await page.evaluate(
        ([keys, text]) => {
          for (const name of keys) localStorage.removeItem(name)
          for (const name of keys) {
            try {
              localStorage.setItem(name, text)
            } catch {
              // a browser stores five megabytes: the others stay empty
              break
            }
          }
          localStorage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', '{"href":"javascript:window.hacked=true","name":"x"}')
        },
        [[...names], value] as const,
      )
      await page.reload()
      await expect(page.locator('#app button').first()).toBeVisible()
      await page.evaluate(() => void window.latchkey.open())
      await expect(demo.dialog).toBeVisible()
      await expect(demo.dialog.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(demo.button('Dev wallet').first()).toBeEnabled()
      expect(
        await demo.dialog.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol)),
      ).not.toContain('javascript:')
      expect(await page.evaluate(() => [window.hacked, ({} as { hacked?: boolean }).hacked])).toEqual([
        undefined,
        undefined,
      ])
    })
})
