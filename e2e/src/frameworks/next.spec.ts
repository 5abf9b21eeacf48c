import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'
import { isLong } from '../fixtures/matrix.js'
import { createPacker } from '../packed/createPacker.js'
import { test as base, expect } from './frameworksTest.js'
import type { RunningExample } from './serveFramework.js'
import { installNext, startNext } from './startNext.js'
import { visitFramework } from './visitFramework.js'

/** The settings and bundlers that Next apps have: those of a new app, those of older ones, and webpack. */
const variants = {
  'with cacheComponents': { config: undefined, buildArgs: [] },
  'without cacheComponents': { config: {}, buildArgs: [] },
  'with webpack': { config: undefined, buildArgs: ['--webpack'] },
} as const

type Variant = keyof typeof variants

type NextFixtures = {
  /** The folder of the installed example. */
  readonly app: string
  readonly variant: Variant
  readonly next: RunningExample
}

const nextTest = base.extend<object, NextFixtures>({
  variant: ['with cacheComponents', { scope: 'worker' }],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'next-'))
      await use(await installNext({ folder, pack: createPacker(folder) }))
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  next: [
    async ({ app, variant }, use) => {
      const { config, buildArgs } = variants[variant]
      if (config) await writeFile(join(app, 'next.config.ts'), `export default ${JSON.stringify(config)}\n`)
      const next = await startNext(app, { buildArgs })
      await use(next)
      await next.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  served: async ({ next }, use) => use(next),
})

if (isLong)
  for (const variant of Object.keys(variants) as Variant[]) {
    const test = nextTest.extend<object, Pick<NextFixtures, 'variant'>>({ variant: [variant, { scope: 'worker' }] })
    test.describe(variant, () => {
      test.describe.configure({ mode: 'default' })

      test('next: connects, shows the address, restores the connection and disconnects, without axe violations @reach @adopt', async ({
        example,
        served,
      }) => {
        await visitFramework(example, served.url)
      })

      test('next: the server renders the last connected account, and the page shows no other text while it loads @reach @adopt', async ({
        example,
        page,
        served,
      }) => {
        const printed: string[] = []
        page.on('console', (message) => printed.push(message.text()))
        await page.goto(served.url)
        await example.connect()
        const short = `${example.account.slice(0, 6)}…${example.account.slice(-4)}`

        // every text that the button has had since the first paint
        await page.addInitScript(() => {
          const seen: string[] = []
          Object.assign(window, { seen })
          const look = (): void => {
            const text = [...document.querySelectorAll('header button')].at(-1)?.textContent
            if (text && seen.at(-1) !== text) seen.push(text)
          }
          new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
        })
        await page.reload()
        await example.expectConnected()
        await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
        expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([short])

        const html = await (await page.request.get(served.url)).text()
        expect(html).toContain(short)
        expect(html).not.toContain('>Connect<')

        await example.disconnect()
        expect(await (await page.request.get(served.url)).text()).toContain('>Connect<')
        expect(printed).toEqual([])

        // without the cookie no account is connected
        expect(await (await fetch(served.url)).text()).toContain('>Connect<')
      })
    })
  }

if (isLong)
  for (const [guide, button] of [
    ['app', 'Log in'],
    ['cookie', 'Connect'],
  ] as const)
    nextTest(`next: the code of the guide builds and renders its button: ${guide} @adopt`, async ({ app }) => {
      nextTest.setTimeout(300_000)
      await rm(join(app, 'app'), { recursive: true })
      await mkdir(join(app, 'app'))
      for (const [name, code] of await readGuide(guide)) await writeFile(join(app, 'app', name), code)
      await writeFile(join(app, 'app/page.tsx'), 'export default () => <main>A shop</main>\n')
      const { url, stop } = await startNext(app)
      try {
        expect(await (await fetch(url)).text()).toMatch(new RegExp(`<button[^>]*>${button}</button>`))
      } finally {
        await stop()
      }
    })

/** The files of one of the apps in the guide: the one with a button of its own, or the one with a cookie. */
async function readGuide(folder: string): Promise<readonly (readonly [name: string, code: string])[]> {
  const guide = await readFile(join(root, 'docs/frameworks.md'), 'utf8')
  const files = [...guide.matchAll(new RegExp(`^\`\`\`tsx ${folder}/(\\S+)\\n(.*?)^\`\`\``, 'gms'))]
  const hasOwn = files.some(([, name]) => name === 'MyButton.tsx')
  return files.map(([, name = '', code = '']) => [name, hasOwn && name === 'layout.tsx' ? toOwnButton(code) : code])
}

/** "The layout can then render `<MyButton />` in place of `<ConnectButton />`." */
const toOwnButton = (layout: string): string =>
  layout
    .replace("{ ConnectButton } from '@latchkey/ui-react'", "{ MyButton } from './MyButton'")
    .replace('<ConnectButton />', '<MyButton />')
