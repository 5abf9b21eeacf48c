import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { matrix } from '../fixtures/matrix.js'
import { expect, test } from '../packed/packedTest.js'
import { succeed } from '../packed/succeed.js'
import { type CreateAppOptions, createApp } from './createApp.js'

type Case = Required<Pick<CreateAppOptions, 'template' | 'chains' | 'extras' | 'packages'>> & {
  /** The playground's query, without the framework. */
  readonly search: string
}

/** Adapters, theme and features of each kind, on every framework. The short run covers only the first case. */
const cases: readonly Case[] = [
  {
    template: 'react',
    chains: ['evm', 'solana', 'bitcoin'],
    extras: ['logins', 'pairing'],
    packages: ['siwx'],
    search: 'chains=evm,solana,bitcoin&signIn=required&theme=candy&font=serif&radius=3&layout=compact&groups=1&terms=1',
  },
  { template: 'next', chains: ['evm', 'solana'], extras: ['logins', 'pairing'], packages: [], search: '' },
  {
    template: 'vue',
    chains: ['evm'],
    extras: ['logins'],
    packages: [],
    search: 'chains=evm&pairing=0&socials=github&order=wallet,social,email&locale=ar',
  },
  {
    template: 'svelte',
    chains: ['solana'],
    extras: ['pairing'],
    packages: ['siwx'],
    search: 'chains=solana&embedded=0&signIn=optional&gateway=0&theme=terminal',
  },
  {
    template: 'html',
    chains: ['bitcoin'],
    extras: [],
    packages: [],
    search: 'chains=bitcoin&embedded=0&pairing=0&pay=1',
  },
]

/** The entry of an app made by `npm create vite`, which works with the playground's `App.tsx`. */
const viteMain = `import { createRoot } from 'react-dom/client'
import App from './App.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
`

// serial: each case fully loads a machine with two cores
test.describe.configure({ mode: 'default' })

for (const { search, ...options } of matrix(cases))
  test(`the code that the playground generates for ${options.template} type-checks and builds @adopt`, async ({
    page,
    workshop,
    demoUrl,
  }) => {
    test.setTimeout(600_000)
    const { template } = options
    await page.goto(new URL(`?${search}${template === 'react' ? '' : `&code=${template}`}`, demoUrl).href)
    const files = await readFiles(page)
    expect(files[0]?.name).toMatch(/modal\.ts$/)
    const command = await page.getByRole('region', { name: 'Or create a new one' }).textContent()

    const folder = await createApp({ workshop, ...options, name: `playground-${template}` })
    // the command on the page selects the same options
    const flags = [
      `--template ${template}`,
      `--chains ${options.chains.join()}`,
      ...options.extras.map((name) => `--${name}`),
    ]
    expect(command).toBe(`npm create latchkey@latest my-app -- ${flags.join(' ')}`)
    // these tests cover the page that is replaced
    for (const name of ['app.test.ts', 'app.test.tsx']) rmSync(join(folder, 'src', name), { force: true })
    if (template === 'react') writeFileSync(join(folder, 'src/main.tsx'), viteMain)
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    await succeed('npm', ['run', 'build'], folder)
  })

type CodeFile = { readonly name: string; readonly text: string }

/** Reads the files that the page shows. */
async function readFiles(page: Page): Promise<readonly CodeFile[]> {
  const figures = page.locator('figure[data-file]')
  await figures.first().waitFor()
  return figures.evaluateAll((blocks) =>
    blocks.map((block) => ({
      name: block.querySelector('figcaption code')?.textContent ?? '',
      text: block.querySelector('pre')?.textContent ?? '',
    })),
  )
}
